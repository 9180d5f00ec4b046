'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const crypto = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const util = require('node:util');
const disorder = require('./disorder.js');
const { real } = require('./timers.js');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kingbird-disorder-'));
const file = path.join(folder, 'file');
test.after(() => fs.rmSync(folder, { recursive: true }));

/** In which order operations that were begun in the order 0, 1, … ended. */
async function order(begin) {
  const ended = [];
  await Promise.all([...Array(8).keys()].map((i) => begin(i).then(() => ended.push(i))));
  assert.deepStrictEqual([...ended].sort(), [0, 1, 2, 3, 4, 5, 6, 7]);
  return ended;
}

const kinds = { callback: util.promisify(fs.stat), promise: fs.promises.stat };

// First: a rule that another one replaces looks around once more.
test('operations that wait for their turn are not waited for', async () => {
  disorder.begin('reversed', () => 0);
  const { setTimeout } = real;
  let looks = 0;
  real.setTimeout = (act, milliseconds) => {
    if (milliseconds === 1) looks++;
    return setTimeout(act, milliseconds);
  };
  try {
    for (const stat of Object.values(kinds)) await order(() => stat(folder));
    assert.strictEqual(looks, 0);
  } finally {
    real.setTimeout = setTimeout;
  }
});

test('later calls overtake earlier ones, with all that comes of them', async () => {
  disorder.begin('early', () => 0);
  const ended = await order((i) => disorder.call(async () => {
    const stat = i % 2 === 0 ? kinds.callback : kinds.promise;
    await stat(folder);
    await stat(folder);
  }));
  for (const slow of [0, 1]) assert.ok(ended.indexOf(slow) > ended.indexOf(4), `ended in the order ${ended}`);
});

test('operations overtake each other: all that are begun together, or some at random', async () => {
  let drawn = 0;
  for (const way of ['reversed', 'random']) {
    disorder.begin(way, () => 7 - drawn++ % 8);
    for (const [kind, stat] of Object.entries(kinds)) {
      const ended = await order(() => stat(folder));
      assert.ok(ended.indexOf(0) > ended.indexOf(7), `${way}, ${kind}: ended in the order ${ended}`);
    }
  }
});

test('what was begun last is through with all that comes of it before what was begun first', async () => {
  disorder.begin('reversed', () => 0);
  for (const stat of Object.values(kinds)) {
    const ended = [];
    const chain = async (name, length) => {
      for (let i = 0; i < length; i++) await stat(folder);
      ended.push(name);
    };
    await Promise.all([chain('first', 1), chain('second', 4), chain('third', 2)]);
    assert.deepStrictEqual(ended, ['third', 'second', 'first']);
  }
});

test('what nobody puts off, such as closing, is waited for however long it takes', async () => {
  disorder.begin('early', () => 0);
  const { FileHandle } = process.binding('fs');
  const { close } = FileHandle.prototype;
  // As on a machine that is busy elsewhere: no thread is left for a while.
  FileHandle.prototype.close = function () {
    for (let i = 0; i < 8; i++) crypto.pbkdf2('', '', 50000, 8, 'sha1', () => {});
    return close.call(this);
  };
  try {
    const write = (name, times) => disorder.call(async () => {
      for (let i = 0; i < times; i++) await fs.promises.appendFile(file, name);
    });
    await Promise.all([write('a', 1), write('b', 5)]);
    assert.strictEqual(fs.readFileSync(file, 'utf8'), 'bbbbba');
  } finally {
    FileHandle.prototype.close = close;
  }
});

test('one that does not end holds up no other for ever', async () => {
  disorder.begin('late', () => 0);
  const pipe = path.join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reader = fs.promises.open(pipe, 'r');
  const writer = fs.promises.open(pipe, 'w');
  for (const end of await Promise.all([reader, writer])) await end.close();
});

test('the first operation that could be put off is told, what blocks is not', async () => {
  let told = 0;
  disorder.begin('early', () => 0, () => told++);
  fs.statSync(folder);
  assert.strictEqual(told, 0);
  await kinds.promise(folder);
  await kinds.callback(folder);
  assert.strictEqual(told, 1);
});

test('they do and say what they would have', async () => {
  fs.writeFileSync(file, 'x');
  await fs.promises.appendFile(file, 'y');
  assert.strictEqual(await util.promisify(fs.readFile)(file, 'utf8'), 'xy');
  assert.strictEqual(fs.readFileSync(file, 'utf8'), 'xy');
  const { code } = await fs.promises.open(path.join(folder, 'missing')).catch((error) => error);
  assert.strictEqual(code, 'ENOENT');
  await assert.rejects(util.promisify(fs.rmdir)(path.join(folder, 'missing')), { code: 'ENOENT' });
  const chunks = [];
  for await (const chunk of fs.createReadStream(file, 'utf8')) chunks.push(chunk);
  assert.strictEqual(chunks.join(''), 'xy');
  const watcher = fs.watchFile(file, () => {});
  fs.unwatchFile(file);
  assert.ok(watcher);
});
