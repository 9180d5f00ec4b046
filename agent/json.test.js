'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { parse, print } = require('./json.js');

const samples = [null, true, 'a "quoted"\n\u2028 text', '', 0, -0, 1.5, -1e300, NaN, Infinity, [], [1, [undefined]], {}, { a: undefined, b: { 'c"': [null] } }];

test('what it writes is what JSON.stringify writes', () => {
  for (const sample of samples) assert.strictEqual(print(sample), JSON.stringify(sample));
});

test('what it reads inherits nothing', () => {
  const read = parse('{"a": [{"b": {"__proto__": 1}}], "c": null}');
  assert.deepStrictEqual(JSON.stringify(read), '{"a":[{"b":{"__proto__":1}}],"c":null}');
  for (const one of [read, read.a[0], read.a[0].b]) assert.strictEqual(Object.getPrototypeOf(one), null);
});

test('a text that is none becomes one', () => {
  assert.strictEqual(print(['\ud800', 'a\udc00b', '\ud83d\ude00', '\ud800\ud83d\ude00']), '["\ufffd","a\ufffdb","\ud83d\ude00","\ufffd\ud83d\ude00"]');
});

test('nobody is asked how to write it', () => {
  const holders = [Object.prototype, Array.prototype, String.prototype];
  for (const holder of holders) holder.toJSON = () => 'lie';
  const { stringify } = JSON;
  JSON.stringify = () => 'lie';
  const text = print({ a: ['b', 1] });
  JSON.stringify = stringify;
  for (const holder of holders) delete holder.toJSON;
  assert.strictEqual(text, '{"a":["b",1]}');
});
