'use strict';
const test = require('node:test');
const assert = require('node:assert/strict');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { install, prefetch, siteOf, sourceOf } = require('./function_source.js');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kingbird-source-'));
const original = 'exports.a = function () { return 1 };\n// $k9 is no counter\nexports.b = (x) => x;\n';
const staged = 'var $k1=[];exports.a = function () {++$k1[1]; return 1 };\n// $k9 is no counter\nexports.b = (x) => (++$k1[2],x);\n';
const places = (text, parts) => parts.map((part) => [text.indexOf(part), text.indexOf(part) + part.length]);
const before = places(original, ['function () { return 1 }', '(x) => x']);
const after = places(staged, ['function () {++$k1[1]; return 1 }', '(x) => (++$k1[2],x)']);
for (const [name, text] of [['staged', staged], ['original', original]]) {
  fs.mkdirSync(path.join(folder, name));
  fs.writeFileSync(path.join(folder, name, 'm.js'), text);
}
const native = Function.prototype.toString;
install({ 'm.js': { offset: 0, size: 3, functions: after.flatMap((place, i) => [...place, ...before[i]]) } },
  { staged: path.join(folder, 'staged'), original: path.join(folder, 'original') });
const m = require(path.join(folder, 'staged/m.js'));
test.after(() => fs.rmSync(folder, { recursive: true }));

test('a function of the target is known by its text', () => {
  assert.deepEqual(siteOf(m.a), ['m.js', 0]);
  assert.deepEqual(siteOf(m.b), ['m.js', 1]);
  assert.equal(sourceOf(m.a), 'function () { return 1 }');
  assert.match(native.call(m.a), /\$k1/);
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
