'use strict';
// The built-ins as they were before the target was loaded. The target may patch or delete any of them, so the agent
// calls these and uses index loops: no iterators, no spread, no methods looked up on a prototype.
const util = require('node:util');

const { apply, construct, ownKeys, getPrototypeOf, getOwnPropertyDescriptor, defineProperty, setPrototypeOf } = Reflect;
const { bind, call } = Function.prototype;
/** uncurry(method)(receiver, ...arguments) */
const uncurry = bind.bind(call);
/** The getter of an accessor property, as a function of its receiver. */
const getter = (holder, key) => uncurry(getOwnPropertyDescriptor(holder, key).get);

const ArrayPrototype = Array.prototype;
const TypedArrayPrototype = getPrototypeOf(Uint8Array.prototype);

/** A copy of a collection class whose methods no patch reaches. */
function safe(Base) {
  class Safe extends Base {
    constructor() {
      super();
    }
  }
  const keys = ownKeys(Base.prototype);
  for (let i = 0; i < keys.length; i++) {
    if (keys[i] !== 'constructor') {
      defineProperty(Safe.prototype, keys[i], getOwnPropertyDescriptor(Base.prototype, keys[i]));
    }
  }
  setPrototypeOf(Safe.prototype, null);
  return Safe;
}

const charCodeAt = uncurry(String.prototype.charCodeAt);
const slice = uncurry(String.prototype.slice);
const exec = uncurry(RegExp.prototype.exec);

// Node 18 has neither of String.prototype.isWellFormed and toWellFormed.
const kLoneSurrogate = /\p{Surrogate}/u;
const { isWellFormed: asNative } = String.prototype;
const isWellFormed = asNative === undefined ? (text) => exec(kLoneSurrogate, text) === null : uncurry(asNative);

/** With U+FFFD in place of lone surrogates. */
function toWellFormed(text) {
  if (isWellFormed(text)) return text;
  let result = '';
  let done = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = charCodeAt(text, i);
    if (unit < 0xd800 || unit > 0xdfff) continue;
    const next = i + 1 < text.length ? charCodeAt(text, i + 1) : 0;
    if (unit < 0xdc00 && next >= 0xdc00 && next <= 0xdfff) {
      i++;
      continue;
    }
    result += `${slice(text, done, i)}\ufffd`;
    done = i + 1;
  }
  return result + slice(text, done);
}

/** Instances of the class inherit from it alone: no setter of Object.prototype is in the way of what they keep. */
function alone(Class) {
  setPrototypeOf(Class.prototype, null);
  return Class;
}

/** The descriptor of an own property, of which only its own members can be read: Object.prototype may have a "value" or a "get". */
function propertyOf(object, key) {
  const property = getOwnPropertyDescriptor(object, key);
  if (property !== undefined) setPrototypeOf(property, null);
  return property;
}

/** A list that inherits nothing, so that it may be assigned to. For what no program is handed. */
function list() {
  const result = [];
  setPrototypeOf(result, null);
  return result;
}

/**
 * Adds to an array, whatever setters Array.prototype and Object.prototype have by now: they are out of reach meanwhile, which takes a
 * tenth of the time that defining the item takes.
 */
function append(array, value) {
  setPrototypeOf(array, null);
  array[array.length] = value;
  setPrototypeOf(array, ArrayPrototype);
}

function map(array, convert) {
  const result = list();
  for (let i = 0; i < array.length; i++) result[i] = convert(array[i], i);
  setPrototypeOf(result, ArrayPrototype);
  return result;
}

function filter(array, wanted) {
  const result = list();
  for (let i = 0; i < array.length; i++) if (wanted(array[i])) result[result.length] = array[i];
  setPrototypeOf(result, ArrayPrototype);
  return result;
}

function some(array, wanted) {
  for (let i = 0; i < array.length; i++) if (wanted(array[i])) return true;
  return false;
}

const SafeSet = safe(Set);

function setOf(array) {
  const set = new SafeSet();
  for (let i = 0; i < array.length; i++) set.add(array[i]);
  return set;
}

module.exports = {
  alone, propertyOf, append, map, filter, some, setOf, list, exec, isWellFormed, toWellFormed,
  apply, construct, ownKeys, getPrototypeOf, setPrototypeOf, getOwnPropertyDescriptor, defineProperty, uncurry, getter,
  keys: Object.keys,
  create: Object.create,
  getOwnPropertySymbols: Object.getOwnPropertySymbols,
  hasOwn: uncurry(Object.prototype.hasOwnProperty),
  isEnumerable: uncurry(Object.prototype.propertyIsEnumerable),
  isArray: Array.isArray,
  isView: ArrayBuffer.isView,
  isBuffer: Buffer.isBuffer,
  bufferFrom: Buffer.from,
  charCodeAt,
  slice,
  indexOf: uncurry(String.prototype.indexOf),
  toLowerCase: uncurry(String.prototype.toLowerCase),
  startsWith: uncurry(String.prototype.startsWith),
  endsWith: uncurry(String.prototype.endsWith),
  split: uncurry(String.prototype.split),
  trim: uncurry(String.prototype.trim),
  join: uncurry(Array.prototype.join),
  includes: uncurry(Array.prototype.includes),
  push: uncurry(Array.prototype.push),
  sort: uncurry(Array.prototype.sort),
  functionText: uncurry(Function.prototype.toString),
  symbolText: getter(Symbol.prototype, 'description'),
  symbolKey: Symbol.keyFor,
  symbolFor: Symbol.for,
  utf8Write: uncurry(Buffer.prototype.utf8Write),
  copyBytes: uncurry(Uint8Array.prototype.set),
  valueOfNumber: uncurry(Number.prototype.valueOf),
  valueOfString: uncurry(String.prototype.valueOf),
  valueOfBoolean: uncurry(Boolean.prototype.valueOf),
  valueOfBigInt: uncurry(BigInt.prototype.valueOf),
  valueOfSymbol: uncurry(Symbol.prototype.valueOf),
  time: uncurry(Date.prototype.getTime),
  regExpSource: getter(RegExp.prototype, 'source'),
  regExpFlags: getter(RegExp.prototype, 'flags'),
  viewBuffer: getter(TypedArrayPrototype, 'buffer'),
  viewOffset: getter(TypedArrayPrototype, 'byteOffset'),
  viewLength: getter(TypedArrayPrototype, 'byteLength'),
  dataViewBuffer: getter(DataView.prototype, 'buffer'),
  dataViewOffset: getter(DataView.prototype, 'byteOffset'),
  dataViewLength: getter(DataView.prototype, 'byteLength'),
  mapEntries: uncurry(Map.prototype.entries),
  mapNext: uncurry(getPrototypeOf(new Map().entries()).next),
  mapSize: getter(Map.prototype, 'size'),
  setValues: uncurry(Set.prototype.values),
  setNext: uncurry(getPrototypeOf(new Set().values()).next),
  setSize: getter(Set.prototype, 'size'),
  then: uncurry(Promise.prototype.then),
  resolve: Promise.resolve.bind(Promise),
  isInteger: Number.isInteger,
  max: Math.max,
  printJson: JSON.stringify,
  parseJson: JSON.parse,
  inspect: util.inspect,
  types: Object.assign(Object.create(null), util.types),
  Array, ArrayBuffer, BigInt, Date, Error, Map, Object, Promise, Proxy, RegExp, Set, Symbol, TypeError, Uint8Array,
  Function,
  SafeMap: safe(Map),
  SafeWeakMap: safe(WeakMap),
  SafeWeakSet: safe(WeakSet),
  SafeSet,
  TypedArrayPrototype, ObjectPrototype: Object.prototype,
};
