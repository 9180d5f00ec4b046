'use strict';
// Class analysis on the styles of tests/subjects/styles.js.

const test = require('node:test');
const assert = require('node:assert/strict');
const { analyse } = require('./classes.js');
const styles = require('../tests/subjects/styles.js');

const classes = Object.fromEntries(analyse(styles).classes.map((one) => [one.name, one]));
const names = (name, kind) => classes[name].members.filter((m) => m.kind === kind).map((m) => m.name).sort();

test('constructor functions: methods of the constructor, the prototype, aliases and factories', () => {
  assert.deepEqual(names('Counter', 'method'), ['clear', 'compare', 'increment', 'reset']);
  assert.deepEqual(classes.Counter.fields, ['value']);
  assert.deepEqual(classes.Counter.parameters, ['start']);
});

test('ES classes: accessors, static members, private members stay inside', () => {
  assert.deepEqual(names('Shape', 'get'), ['name']);
  assert.deepEqual(names('Shape', 'set'), ['name']);
  const parse = classes.Shape.members.find((m) => m.name === 'parse');
  assert.equal(parse.static, true);
  assert.deepEqual(classes.Shape.path, ['ds', 'shapes', 'Shape']);
});

test('inheritance: what the parent brings, and its parameters', () => {
  const inherited = classes.Polygon.members.filter((m) => m.inherited).map((m) => m.name);
  assert.ok(inherited.includes('describe'));
  assert.equal(classes.Polygon.base, 'Shape');
  assert.deepEqual(classes.Polygon.parameters, ['name']);
  assert.ok(classes.Polygon.fields.includes('points'));
  assert.equal(classes.Polygon.iterable, true);
});

test('a constructor that throws for everything is still described', () => {
  class Never {
    constructor() {
      throw new Error('no');
    }
    act() {}
  }
  const [one] = analyse({ Never }).classes;
  assert.equal(one.constructed, false);
  assert.deepEqual(one.members.map((m) => m.name), ['act']);
});

test('getters that take their time do not take all of it', () => {
  let read = 0;
  const slow = {};
  for (let i = 0; i < 100; i++) {
    Object.defineProperty(slow, `g${i}`, { enumerable: true, get() {
      read++;
      const begin = process.cpuUsage();
      while (process.cpuUsage(begin).user < 5e4);
      return class {};
    } });
  }
  const { classes: found } = analyse(slow);
  assert.equal(found.length, read);
  assert.ok(read > 0 && read < 100, `${read} were read`);
});
