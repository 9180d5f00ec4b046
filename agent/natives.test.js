'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { look } = require('./natives.js');

const question = { setup: 'var list = [1, 2];', variables: ['list'] };

test('what a built-in reads of its receiver', () => {
  const [filter, every] = look({ ...question, paths: [['Array', 'prototype', 'filter'], ['Array', 'prototype', 'every']] }).functions;
  assert.deepStrictEqual(filter.reads.sort(), ['0', '1', 'constructor', 'length']);
  assert.deepStrictEqual(every.reads.sort(), ['0', '1', 'length']);
  assert.strictEqual(filter.site, undefined);
});

test('what a built-in reads of a receiver that must be genuine', () => {
  const paths = [['Promise', 'prototype', 'then'], ['Promise', 'prototype', 'catch']];
  const [then, caught] = look({ setup: 'var promise = Promise.resolve(1);', variables: ['promise'], paths }).functions;
  assert.deepStrictEqual(then.reads, ['constructor']);
  assert.deepStrictEqual(caught.reads, ['then', 'constructor']);
});

test('setup code may require modules', () => {
  const setup = "var list = require('node:fs').constants && [1];";
  const [filter] = look({ paths: [['Array', 'prototype', 'filter']], setup, variables: ['list'] }, require).functions;
  assert.deepStrictEqual(filter.reads.sort(), ['0', 'constructor', 'length']);
});

test('what is not there', () => {
  assert.deepStrictEqual(look({ ...question, paths: [['Array', 'prototype', 'nothing']] }).functions[0].reads, []);
});
