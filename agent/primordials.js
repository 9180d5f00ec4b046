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

module.exports = {
  apply, construct, ownKeys, getPrototypeOf, getOwnPropertyDescriptor, defineProperty, uncurry, getter,
  keys: Object.keys,
  create: Object.create,
  getOwnPropertySymbols: Object.getOwnPropertySymbols,
  hasOwn: uncurry(Object.prototype.hasOwnProperty),
  isEnumerable: uncurry(Object.prototype.propertyIsEnumerable),
  isArray: Array.isArray,
  isView: ArrayBuffer.isView,
  isBuffer: Buffer.isBuffer,
  bufferFrom: Buffer.from,
  charCodeAt: uncurry(String.prototype.charCodeAt),
  isWellFormed: uncurry(String.prototype.isWellFormed),
  slice: uncurry(String.prototype.slice),
  indexOf: uncurry(String.prototype.indexOf),
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
  printJson: JSON.stringify,
  inspect: util.inspect,
  types: Object.assign(Object.create(null), util.types),
  Array, ArrayBuffer, BigInt, Date, Error, Map, Object, Promise, Proxy, RegExp, Set, Symbol, TypeError, Uint8Array,
  Function,
  SafeMap: safe(Map),
  SafeWeakMap: safe(WeakMap),
  SafeWeakSet: safe(WeakSet),
  SafeSet: safe(Set),
  TypedArrayPrototype,
};
