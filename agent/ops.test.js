'use strict';
// The operators and types of agent/concolic/ops.js are those of src/concolic/expression/, in the same order.
const test = require('node:test');
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { kOps, Type } = require('./concolic/ops.js');

const source = (name) => fs.readFileSync(path.join(__dirname, '..', 'src', 'concolic', 'expression', name), 'utf8');

test('operators', () => {
  const names = [...source('op.h').matchAll(/X\(\w+, "([^"]+)"\)/g)].map((match) => match[1]);
  assert.ok(names.length > 40);
  assert.deepStrictEqual(kOps, names);
});

test('types', () => {
  const list = /enum class Type : uint8_t \{([^}]*)\}/.exec(source('type.h'))[1].replace(/\/\/.*/g, '');
  const names = [...list.matchAll(/k(\w+),/g)].map((match) => match[1].toLowerCase());
  assert.deepStrictEqual(Object.keys(Type), names);
});
