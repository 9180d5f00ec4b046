'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { parameterNames, parametersOf, hasConstructor } = require('./parameters.js');

const cases = [
  ['function f(a, b) {}', ['a', 'b']],
  ['function () {}', []],
  ['async function* g(a = (1, 2), ...rest) {}', ['a=', '...rest']],
  ['(a, {b, c}, [d] = [], e = {x: ")"}) => a', ['a', '', '', 'e=']],
  ['x => x', ['x']],
  ['async x => x', ['x']],
  ['readFile(file, /* the ( options */ options = {}, // note, here\n callback) { return 1; }', ['file', 'options=',
  'callback']],
  ['[Symbol.iterator](a) {}', ['a']],
  ['get value() { return (a, b); }', []],
  ['function f(a = `${b(")")} ,`, c) {}', ['a=', 'c']],
  ["function f(a,\n  $b_1,) {}", ['a', '$b_1']],
  ['function f(...{length}) {}', ['...']],
  ['function f(größe) {}', ['größe']],
  ["function f(a) { var b = arguments.length > 1 && arguments[1] !== undefined ? arguments[1] : 'x'; }", ['a', 'b=']],
  ['function f(){var a=arguments.length>0&&void 0!==arguments[0]?arguments[0]:{},b=arguments.length>1&&void 0!==arguments[1]?arguments[1]:1}',
    ['a=', 'b=']],
  ['function f(a) { if (arguments.length > 2 && arguments[2] !== undefined) return 1; }', ['a']],
];

for (const [source, names] of cases) {
  test(source.split('\n')[0], () => assert.deepStrictEqual(parameterNames(source), names));
}

test('the parameters of a class are its constructor\'s', () => {
  class A {
    static constructor2(q) {}
    constructor(x, y = ',') {}
    m(z) {}
  }
  class B extends ((options) => Object)({ constructor(no) {} }) {
    m() { this.constructor(1); }
  }
  assert.deepStrictEqual([parametersOf(A), hasConstructor(A)], [['x', 'y='], true]);
  assert.deepStrictEqual([parametersOf(B), hasConstructor(B)], [[], false]);
});

test('a method may be called class', () => {
  const methods = { class(a) { return { constructor(no) {} }; }, classify(b) {} };
  assert.deepStrictEqual(parametersOf(methods.class), ['a']);
  assert.deepStrictEqual(parametersOf(methods.classify), ['b']);
});

test('names of this file and of Node agree with length', () => {
  for (const f of [parameterNames, require('node:path').join, require('node:fs').readFile,
    require('node:util').inherits]) {
    const names = parameterNames(Function.prototype.toString.call(f));
    const counted = names.findIndex((name) => name.endsWith('=') || name.startsWith('...'));
    assert.strictEqual(counted < 0 ? names.length : counted, f.length);
  }
});
