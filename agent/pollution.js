'use strict';
// What a call leaves behind on the objects that every program shares: prototypes and constructors of the language. Properties made by
// assignment can be enumerated, and none of the language's own can: a loop that finds nothing is a few microseconds. Only where it finds
// something, and on the objects that matter most, are the properties compared one by one.
const P = require('./primordials.js');

const { is } = Object;

const kNames = [
  'Object', 'Function', 'Array', 'String', 'Number', 'Boolean', 'Symbol', 'BigInt', 'Date', 'RegExp', 'Promise', 'Map', 'Set', 'WeakMap', 'WeakSet',
  'ArrayBuffer', 'DataView', 'Uint8Array',
];
/** Of these only the prototypes: Error.stackTraceLimit can be enumerated, and is everybody's to set. */
const kErrors = ['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError'];
/** Every value inherits from these: what is overwritten here is looked for as well. */
const kCompared = 4;
const kMostChanges = 8;

/** {path, object}; the first 2 * kCompared are compared one by one. */
const shared = [];
for (const name of kNames) {
  shared.push({ path: [name, 'prototype'], object: globalThis[name].prototype }, { path: [name], object: globalThis[name] });
}
for (const name of kErrors) shared.push({ path: [name, 'prototype'], object: globalThis[name].prototype });
for (const name of ['Math', 'JSON', 'Reflect']) shared.push({ path: [name], object: globalThis[name] });

/** Per object: its properties as they were, by key. */
let before;
/** What takes back the changes that were told. */
let undoing = P.list();
/** Something can be enumerated that was there before the first test. */
let alwaysLook;

/** Remembers how things are: once the target is loaded, before its first test. */
function remember() {
  before = P.list();
  for (let i = 0; i < shared.length; i++) before[i] = propertiesOf(shared[i].object);
  alwaysLook = anythingEnumerable();
}

function propertiesOf(object) {
  const properties = new P.SafeMap();
  const keys = P.ownKeys(object);
  for (let i = 0; i < keys.length; i++) properties.set(keys[i], P.propertyOf(object, keys[i]));
  return properties;
}

function anythingEnumerable() {
  // eslint-disable-next-line no-unused-vars, guard-for-in
  for (let i = 0; i < shared.length; i++) for (const key in shared[i].object) return true;
  return false;
}

/** The most used objects, value by value: an overwritten property is no new one. */
function anythingOverwritten() {
  for (let i = 0; i < 2 * kCompared; i++) {
    const keys = P.ownKeys(shared[i].object);
    if (keys.length !== before[i].size) return true;
    for (let k = 0; k < keys.length; k++) {
      const old = before[i].get(keys[k]);
      if (old === undefined) return true;
      // Reading runs no code of the target's unless that put a getter there; then the value differs all the same.
      if (old.writable === true && shared[i].object[keys[k]] !== old.value) return true;
    }
  }
  return false;
}

/**
 * What changed since it was remembered, or since it was last asked for.
 * @param {boolean} closely also what was overwritten
 * @returns {{path: string[], value: unknown, added: boolean}[]}
 */
function changes(closely) {
  const found = [];
  if (before === undefined || !(alwaysLook || anythingEnumerable() || (closely && anythingOverwritten()))) return found;
  for (let i = 0; i < shared.length && found.length < kMostChanges; i++) compare(i, found);
  return found;
}

function compare(index, found) {
  const { path: holder, object } = shared[index];
  const old = before[index];
  const keys = P.ownKeys(object);
  for (let k = 0; k < keys.length && found.length < kMostChanges; k++) {
    const key = keys[k];
    const now = P.propertyOf(object, key);
    const then = old.get(key);
    const same = then !== undefined && is(then.value, now.value) && then.get === now.get && then.set === now.set;
    if (typeof key !== 'string' || same) continue;
    old.set(key, now);
    const path = holder.length === 1 ? [holder[0], key] : [holder[0], holder[1], key];
    P.append(found, { path, value: now.value, added: then === undefined });
    undoing[undoing.length] = () => restore(object, key, then, old);
  }
}

function restore(object, key, then, old) {
  if (then === undefined) {
    delete object[key];
    old.delete(key);
  } else {
    P.defineProperty(object, key, then);
    old.set(key, then);
  }
}

/** Takes back all that was told: for those who run many tests in one process. */
function undo() {
  for (let i = undoing.length - 1; i >= 0; i--) undoing[i]();
  undoing = P.list();
}

module.exports = { remember, changes, undo };
