'use strict';
const test = require('node:test');
const assert = require('node:assert/strict');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { install, know, isForeign, noteForeign, prefetch, siteOf, sourceOf, isClass, usesThis, entrySource, placeOf } = require('./function_source.js');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kingbird-source-'));
const inner = 'class { constructor(q) {} }';
const own = 'constructor(p) {}';
const whole = `class A { static B = ${inner}; ${own} }`;
const original = `exports.a = function () { return 1 };\n// $k9 is no counter\nexports.b = (x) => x;\nexports.A = ${whole};\n`;
const staged = `var $k1=[];exports.a = function () {++$k1[1]; return 1 };\n// $k9 is no counter\nexports.b = (x) => (++$k1[2],x);\nexports.A = ${whole};\n`;
const places = (text, parts) => parts.map((part) => [text.indexOf(part), text.indexOf(part) + part.length]);
const before = places(original, ['function () { return 1 }', '(x) => x', whole, inner, own]);
const after = places(staged, ['function () {++$k1[1]; return 1 }', '(x) => (++$k1[2],x)', whole, inner, own]);
/** Flags, constructor, place of the concolic pass. */
const others = [[2, -1, 3], [0, -1, -1], [1, 4, -1], [1, -1, -1], [0, -1, 7]];
for (const [name, text] of [['staged', staged], ['original', original]]) {
  fs.mkdirSync(path.join(folder, name));
  fs.writeFileSync(path.join(folder, name, 'm.js'), text);
}
const native = Function.prototype.toString;
install({ 'm.js': { offset: 0, size: 3, functions: after.flatMap((place, i) => [...place, ...before[i], ...others[i]]) } },
  { staged: path.join(folder, 'staged'), original: path.join(folder, 'original') });
const m = require(path.join(folder, 'staged/m.js'));
test.after(() => fs.rmSync(folder, { recursive: true }));

test('a function of the target is known by its text', () => {
  assert.deepEqual(siteOf(m.a), ['m.js', 0]);
  assert.deepEqual(siteOf(m.b), ['m.js', 1]);
  assert.equal(sourceOf(m.a), 'function () { return 1 }');
  assert.match(native.call(m.a), /\$k1/);
});

test('what is known of a function comes from the manifest', () => {
  assert.deepEqual([m.a, m.b, m.A, m.A.B].map(isClass), [false, false, true, true]);
  assert.deepEqual([m.a, m.b, m.A].map(usesThis), [true, false, false]);
  assert.deepEqual([m.a, m.A, m.A.B].map(entrySource), ['function () { return 1 }', own, '']);
  assert.deepEqual(placeOf(m.a), { key: 'm.js', isClass: false, place: 3 });
  assert.deepEqual(placeOf(m.b), { key: 'm.js', isClass: false, place: -1 });
  assert.deepEqual(placeOf(m.A), { key: 'm.js', isClass: true, place: 7 });
  assert.deepEqual(placeOf(m.A.B), { key: 'm.js', isClass: true, place: -1 });
});

test('of others only classes are told, by their text', () => {
  const { classify } = { classify() { return this; } };
  const some = [class { constructor(a) {} }, function () { return this; }, classify, Map, new Proxy(class {}, {})];
  assert.deepEqual(some.map(isClass), [true, false, false, false, false]);
  for (const value of some) assert.deepEqual([usesThis(value), entrySource(value), placeOf(value)], [false, undefined, undefined]);
});

test('the program sees what its author wrote', () => {
  assert.equal(String(m.a), 'function () { return 1 }');
  assert.equal(`${m.b}`, '(x) => x');
  assert.equal(Function.prototype.toString.call(m.b), '(x) => x');
});

test('others stay as they are', () => {
  const other = function () { return 2 };
  assert.equal(siteOf(other), undefined);
  assert.equal(String(other), 'function () { return 2 }');
  assert.equal(siteOf(Array.prototype.push), undefined);
  assert.equal(siteOf(new Proxy(m.a, {})), undefined);
  assert.equal(String(Array.prototype.push), 'function push() { [native code] }');
  assert.throws(() => Function.prototype.toString.call({}), TypeError);
});

test('toString itself looks as before', () => {
  const { toString } = Function.prototype;
  assert.equal(String(toString), 'function toString() { [native code] }');
  assert.equal(toString.name, 'toString');
  assert.equal(toString.length, 0);
  assert.throws(() => new toString(), TypeError);
});

test('what was fetched in time needs no files', () => {
  prefetch(['m.js', 'nothing.js']);
  fs.writeFileSync(path.join(folder, 'original/m.js'), '');
  assert.equal(String(m.a), 'function () { return 1 }');
});

test('what the target only hands on is not its own', () => {
  install({}, { staged: '/own', original: '/own' });
  know('a.js', [0, 'function own(a) { return a; }'.length, 0, 29, 0, -1, -1], { staged: 'function own(a) { return a; }', original: '' });
  function own(a) { return a; }
  const wrap = (inner) => (...values) => inner(...values);
  class Router { route() {} }
  // Its plug-in registers itself with the other package.
  const dependency = { wrap, Router, plugins: [own] };
  const wrapped = wrap(own);
  noteForeign({ '/own/a.js': { exports: { wrapped } }, '/node_modules/wrap/index.js': { exports: dependency } });
  for (const other of [wrap, Router, Router.prototype.route, require('node:events').prototype.on, Array.prototype.map, fs.readFile]) {
    assert.equal(isForeign(other), true, String(other));
  }
  for (const mine of [own, wrapped, own.bind(null), () => 1]) assert.equal(isForeign(mine), false, String(mine));
});
