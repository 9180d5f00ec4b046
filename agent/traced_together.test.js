'use strict';
// Tests that share a process under the concolic pass: what one left behind means nothing to the next.
const assert = require('node:assert');
const { test } = require('node:test');
const { trace, tables, node, operand, adopt, Step } = require('./concolic/runtime.js');
const { TracedInputs } = require('./concolic/traced_test.js');
const { Op, Type } = require('./concolic/ops.js');

const kHead = 4;
const begin = () => {
  trace.begin(new Uint8Array(1 << 12));
  assert.strictEqual(trace.at, kHead);
};
const number = (name) => trace.symbol(Step.global, -1, 0, name, Type.number);

test('a decision about an input of an earlier test is none', () => {
  begin();
  const old = number('old');
  const sum = node(Op['+'], [old, trace.constant(1)]);
  trace.branch(5, sum, true);
  assert.ok(trace.at > kHead);
  TracedInputs.forget();
  begin();
  trace.branch(5, old, true);
  trace.branch(6, node(Op['+'], [old, trace.constant(1)]), true);
  trace.branch(7, node(Op['+'], [sum, number('new')]), true);
  trace.type(8, old, 1 << Type.string);
  assert.strictEqual(trace.at, kHead);
  trace.branch(9, node(Op['+'], [number('new'), trace.constant(1)]), true);
  assert.ok(trace.at > kHead);
});

test('an object that was an input of an earlier test is one no longer', () => {
  begin();
  const object = {};
  adopt(object, trace.symbol(Step.global, -1, 0, 'object', Type.object));
  assert.notStrictEqual(operand(0, object), 0);
  TracedInputs.forget();
  begin();
  assert.strictEqual(tables.has(object), false);
  assert.strictEqual(operand(0, object), 0);
});
