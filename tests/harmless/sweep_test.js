'use strict';
// The support code of emitted suites removes what a killed run of a suite has left, and no folder that only has such a name.
const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');

const SCRATCH = path.join(__dirname, '../golden/expected/shared/scratch.cjs');

/** Runs a program that works with the folder of a test, its temporary files in `temporary`. */
const run = (temporary, text) => spawnSync(process.execPath, ['-e', `const scratch = require(${JSON.stringify(SCRATCH)}); ${text}`],
  { env: { ...process.env, TMPDIR: temporary }, encoding: 'utf8' });

test('only marked folders are removed', (t) => {
  const temporary = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'kingbird-sweep-')));
  t.after(() => fs.rmSync(temporary, { recursive: true }));
  const killed = run(temporary, "scratch.enter(); process.kill(process.pid, 'SIGKILL');");
  assert.strictEqual(killed.signal, 'SIGKILL');
  const [left] = fs.readdirSync(temporary);
  assert.match(left, /^kingbird-suite-\d+-\d+-[0-9a-f]+-\w+$/);
  const marker = '.kingbird-suite';
  const users = left.replace(/\w+$/, 'thesis');
  const copied = left.replace(/\w+$/, 'copied');
  const linked = left.replace(/\w+$/, 'linked');
  for (const name of [users, copied, linked]) {
    fs.mkdirSync(path.join(temporary, name));
    fs.writeFileSync(path.join(temporary, name, 'thesis.txt'), 'precious');
  }
  fs.copyFileSync(path.join(temporary, left, marker), path.join(temporary, copied, marker));
  fs.writeFileSync(path.join(temporary, 'mark'), linked);
  fs.symlinkSync('../mark', path.join(temporary, linked, marker));
  const next = run(temporary, 'scratch.enter(); scratch.close();');
  assert.strictEqual(next.status, 0, next.stderr);
  assert.deepStrictEqual(fs.readdirSync(temporary).sort(), [copied, linked, 'mark', users].sort());
  for (const name of [users, copied, linked]) assert.ok(fs.existsSync(path.join(temporary, name, 'thesis.txt')), name);
});
