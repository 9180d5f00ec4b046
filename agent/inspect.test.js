'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { EventEmitter } = require('node:events');
const { inspect } = require('./inspect.js');

const list = (target) => inspect(target).functions.map((f) =>
  `${f.kind} ${f.owner ? `${f.owner}#` : ''}${f.path.join('.')}(${f.parameters})`);

test('own, nested and inherited functions', () => {
  class Base { inherited(x) {} }
  class Api extends Base { own() {} }
  const target = new Api();
  target.ns = { deep: { fn(a) {} } };
  assert.deepStrictEqual(list(target).sort(), ['function inherited(x)', 'function ns.deep.fn(a)', 'function own()']);
});

test('the module itself, its members, and aliases once', () => {
  const main = (a, b) => {};
  main.other = (c) => {};
  main.default = main;
  main.also = main.other;
  const { functions } = inspect(main);
  assert.deepStrictEqual(functions.map((f) => [f.path, f.aliases]), [[[], [['default']]], [['other'], [['also']]]]);
});

test('classes and constructor functions with their methods', () => {
  class Stack extends EventEmitter {
    constructor(limit = 5) { super(); }
    static of(...items) {}
    push(item) {}
    get size() { throw new Error('an accessor is not read'); }
  }
  function Old(name) {}
  Old.prototype.greet = function (whom) {};
  const result = inspect({ Stack, Old });
  assert.deepStrictEqual(list({ Stack, Old }), [
    'constructor Stack(limit=)', 'method Stack#push(item)', 'function Old(name)', 'method Old#greet(whom)',
    'function Stack.of(...items)',
  ].concat(list({ Stack }).filter((line) => !/Stack#|Stack\(|Stack\.of/.test(line))));
  assert.deepStrictEqual(result.functions[0].accessors, ['size']);
  assert.strictEqual(result.functions.find((f) => f.name === 'Old').constructs, true);
});

test('constants are values, functions among them make an object no constant', () => {
  const { constants } = inspect({ a: 'x', n: -0, list: [1, [true]], mixed: { f() {} }, level: { debug: 1 },
    big: 'y'.repeat(5000) });
  assert.deepStrictEqual(constants, [
    { path: ['a'], value: { k: 'string', t: 'x' } },
    { path: ['n'], value: { k: 'number', n: '-0' } },
    { path: ['list'], value: { k: 'array', c: 'Array', i: [{ k: 'number', n: 1 }, { k: 'array', c: 'Array',
    i: [{ k: 'boolean', n: 1 }] }] } },
    { path: ['level'], value: { k: 'object', c: 'Object', p: [['debug', { k: 'number', n: 1 }]] } },
    { path: ['level', 'debug'], value: { k: 'number', n: 1 } },
  ]);
});

test('cycles, throwing getters, proxies and floods end', () => {
  const target = { get bad() { throw new Error('no'); }, ok() {}, wild: new Proxy({},
    { get() { throw new Error('trap'); } }) };
  target.self = target;
  target.callable = new Proxy(function f() {}, { get() { throw new Error('trap'); } });
  assert.deepStrictEqual(list(target), ['function ok()', 'function callable()']);
  const flood = {};
  for (let i = 0; i < 6000; i++) flood[`f${i}`] = () => {};
  const result = inspect(flood);
  assert.strictEqual(result.functions.length, 4000);
  const endless = { get next() { return Object.create(endless); }, f() {} };
  assert.ok(inspect(endless).functions.length >= 1);
});

test('chains of getters are listed to their first link', () => {
  // As chalk does it: each getter makes a function with all of them again.
  const styles = Object.create(Function.prototype);
  const make = () => Object.setPrototypeOf((...texts) => texts.join(' '), styles);
  for (const name of ['bold', 'red', 'dim']) Object.defineProperty(styles, name, { get: make });
  const root = make();
  assert.deepStrictEqual(list(root).sort(),
    ['function (...texts)', 'function bold(...texts)', 'function dim(...texts)', 'function red(...texts)']);
  // Each getter leaves what it made behind, as an own property.
  const memo = Object.create(Function.prototype);
  const kept = () => Object.setPrototypeOf((...texts) => texts.join(' '), memo);
  for (const name of ['bold', 'red']) {
    Object.defineProperty(memo, name, { get() {
      const value = kept();
      Object.defineProperty(this, name, { value });
      return value;
    } });
  }
  assert.deepStrictEqual(list({ paint: kept() }).sort(),
    ['function paint(...texts)', 'function paint.bold(...texts)', 'function paint.red(...texts)']);
  const used = () => process.cpuUsage().user + process.cpuUsage().system;
  const slow = {};
  for (let i = 0; i < 100; i++) {
    Object.defineProperty(slow, `g${i}`, { enumerable: true, get() {
      for (const begin = used(); used() < begin + 5e4;);
      return () => i;
    } });
  }
  const { functions, cut } = inspect(slow);
  assert.ok(cut && functions.length > 5 && functions.length < 90, functions.length);
});

test('an ES module namespace', async () => {
  const namespace = await import('data:text/javascript,export default function main(a) {} export const v = 1; export class K { m() {} }');
  assert.deepStrictEqual(list(namespace).sort(), ['constructor K()', 'function default(a)', 'method K#m()']);
});

test('what a class inherits from one of Node\'s is no part of the target, static members neither', () => {
  class Feed extends EventEmitter {
    static of(list) { return list; }
    take(n) { return n; }
  }
  assert.deepStrictEqual(list({ Feed }).sort(), ['constructor Feed()', 'function Feed.of(list)', 'method Feed#take(n)']);
});
