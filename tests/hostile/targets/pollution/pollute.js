'use strict';
// Whatever stands between a program and what it tells as JSON or by events: replaced, or given setters and members that nobody expects.

const define = Object.defineProperty;
const put = (holder, key, value) => define(holder, key, { __proto__: null, value, writable: true, configurable: true });

function replaceMethods(holder, kept) {
  for (const key of Reflect.ownKeys(holder)) {
    const { value, configurable } = Object.getOwnPropertyDescriptor(holder, key);
    if (typeof value !== 'function' || !configurable || kept.includes(key)) continue;
    put(holder, key, function () { return key === 'toString' ? 'lie' : [1, 2, 3]; });
  }
}

module.exports = function pollute() {
  const prototypes = [String, Array, Set, Map, WeakMap, RegExp].map((one) => one.prototype);
  const iterators = [[][Symbol.iterator](), new Set().values(), new Map().values()].map((one) => Reflect.getPrototypeOf(one));
  for (const prototype of prototypes) replaceMethods(prototype, ['constructor', 'at', 'valueOf']);
  for (const prototype of iterators) put(prototype, 'next', () => ({ done: true, value: undefined }));
  for (const one of [Object, Reflect, JSON, Array, Number, Math]) {
    for (const key of ['keys', 'values', 'entries', 'assign', 'getOwnPropertyDescriptor', 'ownKeys', 'get', 'has', 'apply', 'construct',
      'stringify', 'parse', 'isArray', 'from', 'create', 'setPrototypeOf', 'getPrototypeOf', 'isInteger', 'max', 'imul']) {
      if (typeof one[key] === 'function') put(one, key, () => ({ lie: true }));
    }
  }
  for (const key of ['call', 'apply', 'bind']) put(Function.prototype, key, () => 'lie');
  for (const one of [Object, Array, String, Number, Boolean]) put(one.prototype, 'toJSON', () => 'lie');
  // Members that a job, an option or a descriptor may lack.
  for (const key of ['concolic', 'texts', 'global', 'subjects', 'runs', 'setup', 'on', 'result', 'cb', 'methods', 'arguments_before', 'reads',
    'disorder', 'writable', 'time_zone', 'value', 'get', 'set', 'k', 't', 'n', 'i', 'p', 'c', 'id']) {
    put(Object.prototype, key, ['lie']);
  }
  // Members that are about to be made.
  const swallow = { __proto__: null, get() { return undefined; }, set() {}, configurable: true };
  for (const key of ['news', 'digests', 'tests', 'functions', 'constants', 'classes', 'thrown', 'log', 'memory', 'pending', 'calls', 'queue', 'seen',
    'out', 'bytes', 'position', 'records', 'members', 'cases', 'instances', 'accessors', 'error', 'format', 'timers', 'current', 'making', 'left',
    'given', 'met', 'stored', 'kept']) {
    define(Object.prototype, key, swallow);
  }
  for (const key of ['0', '1']) define(Array.prototype, key, swallow);
};
