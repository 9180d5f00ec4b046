'use strict';
// Which arguments go together: a text that must match, and the name that says what it must match.

const test = require('node:test');
const assert = require('node:assert/strict');
const { install, hooks } = require('./type_hooks.js');
const { probe } = require('./probe.js');

install();

const formats = { de: /^[1-9]\d{10}$/, bg: /^\d{10}$/, gr: /^\d{10}$/ };

function ask(callee) {
  return probe({ path: ['f'], member: '', kind: 'function', count: callee.length, others: [], constructor: { count: 0, values: null }, delay: 20, seed: 1 },
    { f: callee });
}

test('each name has the expression that is looked up by it', () => {
  const { cases, parameters } = ask((text, name) => {
    const copy = text.slice(0);
    return hooks.o(name, formats) && formats[hooks.k(name, formats)].test(copy);
  });
  const found = cases.map(({ at, pattern, values }) => `${at} ${pattern} ${values[1]}`).sort();
  assert.deepEqual(found, ['0 /^[1-9]\\d{10}$/ de', '0 /^\\d{10}$/ bg', '0 /^\\d{10}$/ gr']);
  assert.deepEqual(parameters[1].constants, ['de', 'bg', 'gr']);
});

test('a text by itself makes no case', () => {
  assert.deepEqual(ask((text) => /^a+$/.test(text.trim())).cases, []);
});

test('a name in an object stays what it is', () => {
  ask((name) => {
    const first = hooks.k(name, formats);
    assert.equal(hooks.k(name, formats), first);
    assert.equal(hooks.o(name, formats), first in formats);
  });
  assert.equal(hooks.o('de', formats), true);
  assert.throws(() => hooks.o('de', 1), TypeError);
});
