'use strict';
// What a prototype tells about its instances: the name of their class, whether they are errors, their methods. Read
// from data properties only, so that no code of the target runs, and remembered per prototype.
const EventEmitter = require('node:events');
const stream = require('node:stream');
const P = require('./primordials.js');
const { isOwn } = require('./callable.js');
const { isForeign } = require('./function_source.js');

const kMaxMethods = 256;
/** Prototypes whose methods every program has: naming them would only be noise. */
const kNative = new P.SafeSet();
for (const holder of [
  Object, Function, Array, String, Number, Boolean, Symbol, BigInt, Map, Set, WeakMap, WeakSet, Date, RegExp, Error,
  ArrayBuffer,
  SharedArrayBuffer, DataView, Buffer, Uint8Array, Int8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array,
  Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array,
]) {
  kNative.add(holder.prototype);
}
kNative.add(P.TypedArrayPrototype);
const IteratorPrototype = P.getPrototypeOf(P.getPrototypeOf([][Symbol.iterator]()));
kNative.add(IteratorPrototype);
kNative.add(P.getPrototypeOf(async function () {}));
kNative.add(P.getPrototypeOf(function* () {}));
kNative.add(P.getPrototypeOf(async function* () {}));
/** Classes of Node that programs hand out and extend, and their prototypes: what these can do is no part of the target. */
const kCore = new P.SafeSet();
for (const holder of [EventEmitter, stream.Stream, stream.Readable, stream.Writable, stream.Duplex, stream.Transform, stream.PassThrough]) {
  kCore.add(holder);
  kCore.add(holder.prototype);
}
/** Of their methods those that make the target do something. */
const kDriving = new P.SafeSet();
for (const name of ['on', 'once', 'pipe', 'read', 'resume', 'write', 'end', 'destroy', 'then']) kDriving.add(name);
const ErrorPrototype = Error.prototype;
const global = globalThis;

const known = new P.SafeWeakMap();
const nothing = { name: '', error: false, methods: [], own: [] };

/** _name: by convention such a member is no part of the API: tests of it would only be in the maintainer's way. */
function isPrivate(name) {
  if (name.length < 2 || name[0] !== '_') return false;
  const letter = P.charCodeAt(name, 1) | 32;
  return letter >= 97 && letter <= 122;
}

/** The value of an own data property, else undefined. */
function data(object, key) {
  const property = P.getOwnPropertyDescriptor(object, key);
  return property !== undefined && P.hasOwn(property, 'value') ? property.value : undefined;
}

function constructorName(prototype) {
  const constructor = data(prototype, 'constructor');
  if (typeof constructor !== 'function' || P.types.isProxy(constructor)) return '';
  const name = data(constructor, 'name');
  return typeof name === 'string' ? name : '';
}

function callableNames(object) {
  const names = P.list();
  const keys = P.ownKeys(object);
  for (let i = 0; i < keys.length && names.length < kMaxMethods; i++) {
    const key = keys[i];
    if (typeof key !== 'string' || key === 'constructor' || isPrivate(key)) continue;
    if (kCore.has(object) && !kDriving.has(key)) continue;
    const value = data(object, key);
    if (typeof value !== 'function' || isOwn(value)) continue;
    // Methods that an object has from a dependency are tests of the dependency, but for those that make the target do something.
    if (kDriving.has(key) || !isForeign(value)) names[names.length] = key;
  }
  return names;
}

/** @returns {{name: string, error: boolean, methods: string[]}} of the instances of `prototype` (null: of none) */
function about(prototype) {
  if (prototype === null) return nothing;
  const found = known.get(prototype);
  if (found !== undefined) return found;
  // A proxy's own prototype would have to be asked for through a trap.
  if (P.types.isProxy(prototype)) return nothing;
  const above = about(P.getPrototypeOf(prototype));
  // What errors can do beside being thrown is of no use to a test.
  const error = prototype === ErrorPrototype || above.error;
  const result = {
    name: constructorName(prototype) || above.name || 'Object',
    error,
    methods: kNative.has(prototype) || error ? above.methods : merge(callableNames(prototype), above.methods),
  };
  known.set(prototype, result);
  return result;
}

function merge(first, second) {
  if (second.length === 0) return first;
  const seen = new P.SafeSet();
  const all = P.list();
  for (let i = 0; i < first.length + second.length && all.length < kMaxMethods; i++) {
    const name = i < first.length ? first[i] : second[i - first.length];
    if (seen.has(name)) continue;
    seen.add(name);
    all[all.length] = name;
  }
  return all;
}

/** Names of the callable properties of an object or function, own ones first; those of native classes and what the test itself put there are left out. */
function methodsOf(value) {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return [];
  if (value === global || P.types.isProxy(value)) return [];
  const inherited = about(P.getPrototypeOf(value)).methods;
  const skipped = P.isArray(value) || P.types.isTypedArray(value);
  return skipped ? inherited : merge(callableNames(value), inherited);
}

module.exports = { about, methodsOf, data, isPrivate, kCore };
