'use strict';
// Functions that stand in the place of native ones while a function is explored do what the native ones do: a thousand random calls of
// each, on arrays whose elements and length are inputs and on plain ones, compared in result, receiver, callbacks and errors.
const natives = new Map();
for (const [holder, prefix] of [[Array.prototype, 'array'], [String.prototype, 'string']]) {
  for (const name of Object.getOwnPropertyNames(holder)) {
    if (typeof holder[name] === 'function') natives.set(`${prefix}.${name}`, holder[name]);
  }
}
const nativeFrom = Array.from;
const { apply } = Reflect;

const agent = require('node:path').join(__dirname, '..', '..', 'agent', 'concolic');
require(`${agent}/install.js`).install({});
const { trace, runtime, adopt } = require(`${agent}/runtime.js`);

let state = 21;
const below = (n) => {
  state = (state * 1103515245 + 12345) % 2147483648;
  return Math.floor((state / 2147483648) * n);
};
const pick = (list) => list[below(list.length)];
const value = () => pick([0, 1, -1, 2, 2.5, NaN, '', 'a', 'b', null, undefined, true, { k: 1 }]);
const list = () => {
  const made = [];
  for (let i = below(6); i > 0; i--) made[made.length] = value();
  if (below(8) === 0) delete made[below(4)];
  return made;
};
const pattern = () => pick([/a/, /a|b/g, /(a)(b)?/, /\d+/g, /x*/g, /b/y]);
const text = () => pick(['', 'a', 'ab', 'aab', 'a1b22', 'xxab', 'cab b']);

/** What a call did, as text. */
function observe(callee, self, values, log) {
  let result;
  try {
    result = apply(callee, self, values);
  } catch (error) {
    return JSON.stringify(['throws', error.name, error.message, log.join()]);
  }
  const print = (v) => require('node:util').inspect(v, { depth: 5 });
  return [print(result), print(self), log.join()].join(' | ');
}

const callbacks = {
  predicate: (log) => (v, i) => { log.push(`${String(v)}@${i}`); return v === 2 || i === 3; },
  mapper: (log) => (v, i) => { log.push(i); return i % 2 ? [v, v] : `${String(v)}!`; },
  sum: (log) => (s, v, i) => { log.push(i); return `${String(s)}${String(v)}`; },
  compare: () => (a, b) => (String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0),
  replacer: (log) => (...all) => { log.push(all.slice(0, 2).join()); return `<${all[0]}>`; },
};
const small = () => pick([0, 1, 2, -1, 5, undefined]);
const argumentsOf = {
  push: () => [value(), value()], unshift: () => [value()], pop: () => [], shift: () => [], splice: () => pick([[], [small()], [small(), 1, value()]]),
  slice: () => pick([[], [small()], [small(), small()]]), concat: () => [list(), value()], reverse: () => [], fill: () => [value(), small()],
  indexOf: () => [value()], includes: () => [value()], join: () => pick([[], ['-']]), at: () => [small()],
};
const kinds = {
  forEach: 'predicate', map: 'mapper', filter: 'predicate', some: 'predicate', every: 'predicate', find: 'predicate', findIndex: 'predicate',
  findLast: 'predicate', findLastIndex: 'predicate', flatMap: 'mapper', reduce: 'sum', reduceRight: 'sum', sort: 'compare',
};

function cases() {
  const all = [];
  for (const name of Object.keys(argumentsOf)) all.push([`array.${name}`, list, () => argumentsOf[name]()]);
  for (const name of Object.keys(kinds)) {
    all.push([`array.${name}`, list, (log) => (below(9) === 0 ? [value()] : [callbacks[kinds[name]](log), ...(below(2) ? [value()] : [])])]);
  }
  for (const name of ['replace', 'replaceAll']) {
    all.push([`string.${name}`, text, (log) => [below(2) ? pattern() : pick(['a', 'b']), below(2) ? callbacks.replacer(log) : pick(['-', '$&$&'])]]);
  }
  return all;
}

trace.begin(new Uint8Array(1 << 20));
let failed = 0;
for (const [name, receiver, given] of cases()) {
  const [kind, method] = name.split('.');
  const ours = (kind === 'array' ? Array : String).prototype[method];
  for (let i = 0; i < 1000; i++) {
    if (i % 50 === 0) trace.begin(new Uint8Array(1 << 20));
    const seed = state;
    const theirLog = [];
    const expected = observe(natives.get(name), receiver(), given(theirLog), theirLog);
    state = seed;
    const self = receiver();
    const input = typeof self === 'object' && below(2) === 0;
    state = seed;
    receiver();
    if (input) adopt(self, trace.symbol(1, -1, 0, '', 7));
    const log = [];
    const values = given(log);
    if (below(2)) runtime.open(1, ours, self, values, [0, ...values.map((v) => (typeof v === 'number' ? trace.constant(v) : 0))]);
    const actual = observe(ours, self, values, log);
    if (actual !== expected && failed++ < 10) console.log(`${name}: ${actual}\n  instead of ${expected}`);
  }
}
for (const source of ['abc', '', [1, 2], { length: 2, 0: 'x' }, new Set([3])]) {
  const expected = JSON.stringify(apply(nativeFrom, Array, [source, (v, i) => [v, i]]));
  if (JSON.stringify(Array.from(source, (v, i) => [v, i])) !== expected && failed++ < 10) console.log(`Array.from: instead of ${expected}`);
}
console.log(`${cases().length} functions, ${failed} differences`);
process.exitCode = failed === 0 ? 0 : 1;
