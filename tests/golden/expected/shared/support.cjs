'use strict';
// Support for the generated tests: spies record how callbacks are called; same() compares deeply and understands the
// matchers below.
const assert = require('node:assert');
const util = require('node:util');

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Root may do what the file modes forbid, so tests of permissions say nothing then. */
const isRoot = typeof process.getuid === 'function' && process.getuid() === 0;

/** A function that records its calls: .args are the argument lists so far, .calls(n) waits for n of them. */
function spy(implementation = () => {}) {
  const args = [];
  const recorder = function (...list) {
    args.push(list);
    return implementation.apply(this, list);
  };
  Object.defineProperty(recorder, 'length', { value: implementation.length });
  recorder.args = args;
  recorder.calls = async (count) => {
    const deadline = performance.now() + 5000;
    while (args.length < count && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 1));
    if (args.length < count) assert.fail(`expected ${count} calls of the callback within 5 s, got ${args.length}`);
    await turn();
    await turn();
    return args;
  };
  return recorder;
}

/** What the function throws; fails if it does not. */
function caught(run) {
  try {
    run();
  } catch (thrown) {
    return thrown;
  }
  return assert.fail('expected an exception');
}

/** How a promise, of whatever library, ends: as a value to compare with fulfilled() or rejected(). It is waited for from now on. */
const settled = (promise) => new Promise((resolve) => {
  promise.then((value) => resolve({ fulfilled: value }), (reason) => resolve({ rejected: reason }));
});
const fulfilled = (value) => ({ fulfilled: value });
const rejected = (reason) => ({ rejected: reason });

// Matchers are predicates, so that assert.throws and assert.rejects take them as they are.
const MATCHER = Symbol('matcher');
const matcher = (text, test) => Object.defineProperty((actual) => test(actual), MATCHER, { value: text });
const nameOf = (value) => {
  if (value === null || value === undefined) return String(value);
  const prototype = Object.getPrototypeOf(value);
  return prototype === null ? '' : prototype.constructor ? prototype.constructor.name : 'Object';
};
const isObject = (value) => value !== null && (typeof value === 'object' || typeof value === 'function');

const anything = matcher('anything', () => true);
const hole = matcher('a hole', (actual) => actual === undefined);
const aFunction = matcher('a function', (actual) => typeof actual === 'function');
const aPromise = matcher('a promise', (actual) => isObject(actual) && typeof actual.then === 'function');
const aSymbol = (description) => matcher(`Symbol(${description})`, (actual) =>
  typeof actual === 'symbol' && (actual.description || '') === description);
const error = (name, code) => matcher(`${name}${code ? ` with code ${code}` : ''}`, (actual) =>
  isObject(actual) && nameOf(actual) === name && (code === undefined || actual.code === code));
const instance = (name, members = {}) => matcher(`a ${name} with ${util.inspect(members)}`, (actual) =>
  isObject(actual) && nameOf(actual) === name && hasMembers(actual, members));
const partly = (members) => matcher(`an object with ${util.inspect(members)}`, (actual) =>
  isObject(actual) && hasMembers(actual, members));
const arrayOf = (length) => matcher(`an array of ${length}`, (actual) => Array.isArray(actual) && actual.length === length);
const like = (expected) => (actual) => {
  same(actual, expected);
  return true;
};

const hasMembers = (actual, members) => Object.keys(members).every((key) => matches(actual[key], members[key]));
const sameList = (actual, expected) => actual.length === expected.length && expected.every((item, i) => matches(actual[i], item));

function matches(actual, expected) {
  if (typeof expected === 'function' && expected[MATCHER] !== undefined) return expected(actual);
  if (!isObject(expected) || !isObject(actual)) return Object.is(actual, expected);
  if (nameOf(expected) !== nameOf(actual) && !(nameOf(expected) === 'Object' && nameOf(actual) === '')) return false;
  if (Array.isArray(expected)) return Array.isArray(actual) && sameList(actual, expected);
  if (ArrayBuffer.isView(expected)) return Buffer.compare(bytes(actual), bytes(expected)) === 0;
  if (util.types.isAnyArrayBuffer(expected)) return Buffer.compare(Buffer.from(actual), Buffer.from(expected)) === 0;
  if (util.types.isDate(expected)) return Object.is(actual.getTime(), expected.getTime());
  if (util.types.isRegExp(expected)) return String(actual) === String(expected);
  if (util.types.isMap(expected) || util.types.isSet(expected)) return sameList([...actual], [...expected]);
  const keys = Object.keys(expected);
  return Object.keys(actual).length === keys.length && keys.every((key) => key in actual && matches(actual[key], expected[key]));
}
const bytes = (view) => Buffer.from(view.buffer, view.byteOffset, view.byteLength);

const shown = (value) => util.inspect(value, { depth: 6, breakLength: 100 }).replace(/\[Function \(anonymous\)\] \{[^}]*\}/g, 'a matcher');

/** Fails unless actual is like expected, which may hold matchers. */
function same(actual, expected) {
  if (matches(actual, expected)) return;
  // As text: some reporters end by values that they cannot print, such as invalid dates.
  const wanted = typeof expected === 'function' && expected[MATCHER] !== undefined ? expected[MATCHER] : shown(expected);
  const got = shown(actual);
  throw new assert.AssertionError({ message: `expected ${wanted}\n  but got ${got}`, actual: got, expected: wanted, operator: 'same', stackStartFn: same });
}

module.exports = {
  isRoot, spy, caught, settled, fulfilled, rejected, same, like, error, instance, partly, arrayOf, aFunction, aPromise,
  aSymbol, anything, hole,
};
