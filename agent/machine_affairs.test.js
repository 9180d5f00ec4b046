'use strict';
const test = require('node:test');
const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const machineAffairs = require('./machine_affairs.js');

const own = fs.mkdtempSync(path.join(os.tmpdir(), 'kingbird-folders-'));
machineAffairs.install([own]);
test.after(() => fs.rmSync(own, { recursive: true }));

/** How often a test that does this is said to list a folder of the machine. */
async function listings(act) {
  let count = 0;
  machineAffairs.watch(() => count++);
  await act();
  return count;
}

test('folders of its own are not noticed', async () => {
  fs.mkdirSync(path.join(own, 'below'));
  assert.strictEqual(await listings(() => fs.readdirSync(own)), 0);
  assert.strictEqual(await listings(() => fs.promises.readdir(path.join(own, 'below'))), 0);
  assert.strictEqual(await listings(() => fs.readdirSync(Buffer.from(own))), 0);
  assert.strictEqual(await listings(() => fs.readFileSync(__filename)), 0, 'reading a file is no listing');
});

test('all others are, in whatever way they are listed', async () => {
  const outside = os.tmpdir();
  assert.strictEqual(await listings(() => [fs.readdirSync(outside), fs.readdirSync(outside)]), 2);
  assert.strictEqual(await listings(() => fs.readdirSync(Buffer.from(outside))), 1);
  assert.strictEqual(await listings(() => fs.promises.readdir(outside)), 1);
  assert.strictEqual(await listings(() => new Promise((resolve) => fs.readdir(path.join(own, '..'), resolve))), 1);
  assert.strictEqual(await listings(() => fs.promises.readdir(`${own}-beside`).catch(() => {})), 1, 'though it begins like one');
});

test('giving a file to somebody else is noticed, keeping it is not', async () => {
  const file = path.join(own, 'mine');
  fs.writeFileSync(file, '');
  let given = 0;
  machineAffairs.watch(() => {}, () => given++);
  const [user, group] = [process.getuid(), process.getgid()];
  fs.chownSync(file, user, group);
  await fs.promises.lchown(file, user, group);
  assert.strictEqual(given, 0);
  await fs.promises.chown(file, user + 1, group).catch(() => {});
  await new Promise((resolve) => fs.lchown(file, user, group + 1, resolve));
  assert.strictEqual(given, 2);
});
