'use strict';
// What models say native functions return is what they return: a thousand random calls of each function that has a model, with a shadow for
// every primitive. In stress mode each node has a value, and the debug oracle compares it with the engine's: of the result, of the elements
// and properties of one that is an object, and of every decision on the way.
const agent = require('node:path').join(__dirname, '..', '..', 'agent', 'concolic');
require(`${agent}/install.js`).install({ stress: true });
const { runtime, trace, tables, models } = require(`${agent}/runtime.js`);
const { faults } = require(`${agent}/oracle.js`);
const { natives } = require(`${agent}/models/support.js`);

const CALLS = 1000;
let state = 5;
const below = (n) => {
  state = (state * 1103515245 + 12345) % 2147483648;
  return Math.floor((state / 2147483648) * n);
};
const pick = (list) => list[below(list.length)];
const text = () => pick(['', 'a', 'b', 'ab', ' ab\t', 'a,b,,c', '12', '-7.5e1', '0x1F', 'aXbX', 'äöü', '\u{1F600}x', '%41%zz', 'a%20b', 'Infinity', 'null', '"q"\n', '"q"', '[1,"a",true]', '{"a":1,"b":"x"}', '{"a":1,"a":2}']);
const number = () => pick([0, -0, 1, 2, 3, -1, 7.5, -2.5, 10, 16, 1e21, 0.1, 255, 4294967296, NaN, Infinity, -Infinity]);
const primitive = () => pick([text, text, number, number, () => pick([true, false, null, undefined])])();
const pattern = () => pick([/a/, /(a)(b)?/, /[,X]/g, /\s+/g, /^\d+$/, /b/y, /(?<n>[a-z])x?/i, /$/, /./gu]);
const list = () => Array.from({ length: below(4) }, primitive);
const object = () => pick([() => ({ a: primitive(), b: primitive() }), list, () => new Map([[text(), primitive()]]), () => ({})])();
const any = () => pick([primitive, primitive, primitive, object])();

/** Who has a function as a method: what it is called on. */
const receivers = new Map();
for (const [prototype, make] of [
  [String.prototype, text], [Number.prototype, number], [RegExp.prototype, pattern], [Array.prototype, list], [Object.prototype, any],
  [Map.prototype, () => new Map([['a', 1], [2, 'b']])], [Set.prototype, () => new Set(['a', 2])],
]) {
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const callee = Object.getOwnPropertyDescriptor(prototype, name).value;
    if (typeof callee === 'function' && name !== 'constructor') receivers.set(callee, { make, name: `${prototype.constructor.name}.prototype.${name}` });
  }
}

/** Texts are also asked with patterns. */
function makeArguments(name) {
  const count = below(4);
  const values = [];
  for (let i = 0; i < count; i++) values.push(any());
  if (/\.(match|matchAll|search|split|replace)$/.test(name) && below(2)) values[0] = pattern();
  return values;
}

const shadowOf = (value) => trace.constant(value);

function call(callee, name, make) {
  const self = make === undefined ? undefined : make();
  const values = makeArguments(name);
  const shadows = [shadowOf(self), ...values.map(shadowOf)];
  const token = runtime.open(1, callee, self, values, shadows);
  let result;
  try {
    result = Reflect.apply(callee, self, values);
  } catch (error) {
    runtime.p = 0;
    return false;
  }
  const shadow = runtime.ret(result, token) | 0;
  if (shadow !== 0) runtime.rs(shadow, result);
  runtime.p = 0;
  const found = Object(result) === result ? tables.get(result) : undefined;
  if (found !== undefined) {
    found.entries.forEach((entry, key) => {
      if (typeof key !== 'symbol' && Object.is(result[key], entry.v)) runtime.set(result, key, entry.s, entry.v);
    });
  }
  return shadow !== 0 || found !== undefined;
}

let failed = 0;
let asked = 0;
const callees = new Set();
models.forEach((model, callee) => callees.add(callee));
for (const callee of receivers.keys()) if (natives.has(callee)) callees.add(callee);
for (const callee of callees) {
  const { make, name } = receivers.get(callee) || { make: undefined, name: callee.name };
  let said = 0;
  for (let i = 0; i < CALLS; i++) said += call(callee, name, make) ? 1 : 0;
  asked += said > 0 ? 1 : 0;
  if (faults.length === 0) continue;
  failed++;
  console.log(`${name}: ${faults.length} times, first ${faults[0]}`);
  faults.length = 0;
}
console.log(`${callees.size} functions, ${asked} with something to say, ${failed} wrong`);
process.exitCode = failed === 0 && asked > 60 ? 0 : 1;
