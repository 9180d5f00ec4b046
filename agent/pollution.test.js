'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const pollution = require('./pollution.js');

const told = (closely = false) => pollution.changes(closely).map(({ path, value, added }) => [path.join('.'), value, added]);

test('what was there before is no change', () => {
  pollution.remember();
  assert.deepStrictEqual(told(true), []);
});

test('assignments to prototypes and constructors are told once, and taken back', () => {
  Function.prototype.y = 1;
  Object.x = 'a';
  Date.prototype.z = null;
  assert.deepStrictEqual(told(), [['Object.x', 'a', true], ['Function.prototype.y', 1, true], ['Date.prototype.z', null, true]]);
  assert.deepStrictEqual(told(), []);
  pollution.undo();
  assert.strictEqual(Object.hasOwn(Function.prototype, 'y') || Object.hasOwn(Object, 'x') || Object.hasOwn(Date.prototype, 'z'), false);
  assert.deepStrictEqual(told(true), []);
});

test('overwritten properties are told on a close look, and restored', () => {
  const push = Array.prototype.push;
  const other = () => 0;
  Array.prototype.push = other;
  const seen = pollution.changes(true);
  const { path, value, added } = seen[0];
  assert.strictEqual(path[0] + path[1] + path[2], 'Arrayprototypepush');
  assert.strictEqual(value, other);
  assert.strictEqual(added, false);
  pollution.undo();
  assert.strictEqual(Array.prototype.push, push);
});

test('a property that cannot be enumerated is told on a close look', () => {
  Object.defineProperty(Object.prototype, 'hidden', { value: 2, configurable: true });
  assert.deepStrictEqual(told(), []);
  assert.deepStrictEqual(told(true), [['Object.prototype.hidden', 2, true]]);
  pollution.undo();
});

test('where the target put something at load, only what comes later counts', () => {
  Object.prototype.own = 1;
  pollution.remember();
  assert.deepStrictEqual(told(true), []);
  Object.prototype.own = 2;
  assert.deepStrictEqual(told(), [['Object.prototype.own', 2, false]]);
  delete Object.prototype.own;
});
