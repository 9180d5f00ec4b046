'use strict';
// What regular expressions, lists and file functions do with an unknown is written down.

const test = require('node:test');
const assert = require('node:assert/strict');
const { install } = require('./native_meetings.js');
const { Run, record, unknown, plain } = require('./unknown.js');

install();

function met(use) {
  const seen = record();
  const value = unknown(seen, new Run(1, 1000));
  try {
    use(value);
  } finally {
    Run.current = undefined;
  }
  return plain(seen);
}

test('regular expressions it is matched with', () => {
  assert.deepEqual(met((x) => /^a+$/i.exec(x)).patterns, ['/^a+$/i']);
  assert.deepEqual(met((x) => x.trim().replace(/b/g, '')).patterns, ['/b/g']);
  assert.equal(met((x) => /c/.test('elsewhere') || String(x)).patterns, undefined);
});

test('lists and sets it is looked up in', () => {
  assert.deepEqual(met((x) => ['left', 'right'].includes(x)).constants, ['left', 'right']);
  assert.deepEqual(met((x) => new Set([1, 2]).has(x)).constants, [1, 2]);
});

test('files it names', () => {
  assert.equal(met((x) => require('node:fs').existsSync(x)).uses.path, 1);
  assert.equal(met((x) => require('node:path').join('a', x)).uses.path, 1);
});

test('ordinary values pass through', () => {
  assert.equal('a-b'.replace(/-/, '+'), 'a+b');
  assert.equal([1, 2].indexOf(2), 1);
  assert.equal(require('node:path').join('a', 'b'), 'a/b');
});
