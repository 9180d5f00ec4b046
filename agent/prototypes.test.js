'use strict';
const assert = require('node:assert');
const { Readable } = require('node:stream');
const test = require('node:test');
const { callable } = require('./callable.js');
const { build } = require('./build.js');
const { methodsOf } = require('./prototypes.js');

test('of what Node made itself only the methods that drive the target are named', () => {
  assert.deepStrictEqual(Array.from(methodsOf(Readable.from([]))).filter((name) => !name.startsWith('_')).sort(),
    ['destroy', 'on', 'once', 'pipe', 'read', 'resume']);
});

test('methods of classes that extend them are all named', () => {
  class Lines extends Readable {
    next() {}
    pause() {}
  }
  const names = Array.from(methodsOf(new Lines()));
  assert.ok(names.includes('next') && names.includes('pause') && !names.includes('unshift'));
});

test('functions that the test put there are no methods', () => {
  const options = { reviver: callable(2, () => 1), replacer: build({ k: 'function' }) };
  assert.deepStrictEqual(Array.from(methodsOf({ ...options, parse() {} })), ['parse']);
});
