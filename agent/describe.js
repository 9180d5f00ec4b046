'use strict';
// Value → bytes: the descriptor that src/runtime/value_codec.cc turns into a model::Value. Nothing of the target runs
// on the way, with one exception: own accessor properties are read (their values are what users see), and one that
// throws becomes "throws". Proxies are named and not touched. See docs/architecture/agent.md for the layout of the
// bytes.
const P = require('./primordials.js');
const { isOwn } = require('./callable.js');
const { about, methodsOf, data } = require('./prototypes.js');
const { promiseState } = require('./promise_state.js');
const { Value, names } = require('./wire_kinds.js');

/** Tags on the wire. */
const K = { ...Value, integer: 30, end: 31 };
/** Flags beside the tag. */
const kCutFlag = 64;
const kMethodsFlag = 128;

/** Limits of one description; what exceeds them is replaced by an honest "cut". */
const kLimits = { depth: 8, breadth: 128, string: 8192, bytes: 4096, nodes: 1500, total: 48 << 10 };

const nameCodes = new P.SafeMap();
for (let i = 0; i < names.length; i++) nameCodes.set(names[i], i);
const kInlineName = 255;

const global = globalThis;
const ObjectPrototype = Object.prototype;
const ArrayPrototype = Array.prototype;
const wellKnown = new P.SafeMap();
for (const key of P.ownKeys(Symbol)) if (typeof Symbol[key] === 'symbol') wellKnown.set(Symbol[key], key);

class Describer {
  /** @param {import('./byte_writer.js').ByteWriter} out */
  constructor(out, limits) {
    this.out = out;
    this.limits = limits === undefined ? kLimits : limits;
    this.seen = null;
    this.count = 0;
    this.nodes = 0;
    this.stop = 0;
  }

  /** Appends the description of one value; `methods` asks for the names of its methods too. */
  write(value, methods) {
    this.seen = null;
    this.count = 0;
    this.nodes = this.limits.nodes;
    this.stop = this.out.position + this.limits.total;
    const start = this.out.position;
    this.any(value, 0);
    if (methods) this.methods(value, start);
  }

  methods(value, start) {
    const names = methodsOf(value);
    if (names.length === 0) return;
    this.out.bytes[start] |= kMethodsFlag;
    this.out.varint(names.length);
    for (let i = 0; i < names.length; i++) this.text(names[i]);
  }

  any(value, depth) {
    const { out } = this;
    switch (typeof value) {
      case 'undefined':
        // An object like document.all says so, too.
        return value === undefined ? out.u8(K.undefined) : this.reference(value, depth);
      case 'boolean':
        out.u8(K.boolean);
        return out.u8(value ? 1 : 0);
      case 'number':
        return this.number(value);
      case 'string':
        return this.string(K.string, value);
      case 'bigint':
        return this.string(K.bigInt, `${value}`);
      case 'symbol':
        return this.symbol(value);
      default:
        return value === null ? out.u8(K.null) : this.reference(value, depth);
    }
  }

  number(value) {
    const { out } = this;
    if ((value | 0) === value && (value !== 0 || 1 / value > 0)) {
      out.u8(K.integer);
      out.signed(value);
    } else {
      out.u8(K.number);
      out.f64(value);
    }
  }

  string(tag, text) {
    const { out } = this;
    const limit = this.limits.string;
    if (text.length <= limit) {
      out.u8(tag);
      return out.string(text);
    }
    out.u8(tag | kCutFlag);
    out.string(P.slice(text, 0, limit));
    return out.varint(text.length - limit);
  }

  symbol(value) {
    const { out } = this;
    out.u8(K.symbol);
    const key = P.symbolKey(value);
    out.u8(key !== undefined ? 1 : wellKnown.has(value) ? 2 : 0);
    const text = P.symbolText(value);
    this.text(text === undefined ? '' : text);
  }

  /** An object or function: seen before, too much, or described in full. */
  reference(value, depth) {
    const { out } = this;
    if (this.seen === null) {
      this.seen = new P.SafeMap();
    } else {
      const index = this.seen.get(value);
      if (index !== undefined) {
        out.u8(K.reference);
        return out.varint(index);
      }
    }
    if (depth > this.limits.depth || --this.nodes < 0 || out.position > this.stop) return this.cut(-1);
    this.seen.set(value, this.count++);
    if (P.types.isProxy(value)) return out.u8(K.proxy);
    if (typeof value === 'function') return this.function(value, depth);
    // What a sloppy callback without receiver gets as `this`: named, not opened (its getters load half of Node).
    if (value === global) return this.empty('globalThis');
    const prototype = P.getPrototypeOf(value);
    if (prototype === ObjectPrototype) {
      out.u8(K.object);
      out.u8(1);
      out.u8(K.end);
      return this.properties(value, depth);
    }
    if (P.isArray(value)) return this.array(value, prototype, depth);
    return this.instance(value, about(prototype), depth);
  }

  /** An object of which only the class is told. */
  empty(name) {
    this.out.u8(K.object);
    this.name(name);
    this.out.u8(K.end);
    this.out.u8(0);
  }

  cut(count) {
    this.out.u8(K.cut);
    this.out.varint(count + 1);
  }

  /** A name of a class. */
  name(name) {
    const code = nameCodes.get(name);
    if (code !== undefined) return this.out.u8(code);
    this.out.u8(kInlineName);
    return this.text(name);
  }

  /** A string that has no cut mark of its own: names, descriptions. */
  text(text) {
    this.out.string(text.length <= 1024 ? text : `${P.slice(text, 0, 1024)}…`);
  }

  function(value, depth) {
    const { out } = this;
    out.u8(K.function);
    const length = data(value, 'length');
    const name = data(value, 'name');
    out.varint(typeof length === 'number' && length >= 0 && length < 65536 ? length | 0 : 0);
    this.text(typeof name === 'string' ? name : '');
    this.name(functionType(value));
    this.properties(value, depth);
  }

  array(value, prototype, depth) {
    const { out } = this;
    out.u8(K.array);
    this.name(prototype === ArrayPrototype ? 'Array' : about(prototype).name);
    const { length } = value;
    const shown = length > this.limits.breadth ? this.limits.breadth : length;
    let present = 0;
    for (let i = 0; i < shown; i++) {
      if (this.spent()) {
        this.cut(length - i);
        out.u8(K.end);
        return out.u8(0);
      }
      if (P.hasOwn(value, i)) {
        present++;
        this.element(value, i, depth);
      } else {
        out.u8(K.hole);
      }
    }
    if (shown < length) this.cut(length - shown);
    out.u8(K.end);
    // Elements come first among the keys, so named properties are what is left.
    if (shown < length) return out.u8(0);
    const keys = P.keys(value);
    return this.members(value, keys, present, depth);
  }

  element(value, key, depth) {
    let item;
    try {
      item = value[key];
    } catch (error) {
      return this.throws(error, depth);
    }
    return this.any(item, depth + 1);
  }

  throws(error, depth) {
    this.out.u8(K.throws);
    this.any(error, depth + 1);
  }

  spent() {
    return this.nodes < 0 || this.out.position > this.stop;
  }

  /** Own enumerable properties: strings, then symbols. */
  properties(value, depth) {
    let keys;
    try {
      keys = P.keys(value);
    } catch (error) {
      // A namespace of an ES module whose bindings are not initialised yet.
      return this.out.u8(0);
    }
    return this.members(value, keys, 0, depth);
  }

  members(value, keys, from, depth) {
    const { out } = this;
    const end = keys.length - from > this.limits.breadth ? from + this.limits.breadth : keys.length;
    for (let i = from; i < end; i++) {
      if (this.spent()) return this.restCut(keys.length - i);
      this.member(value, keys[i], depth);
    }
    if (end < keys.length) return this.restCut(keys.length - end);
    const symbols = P.getOwnPropertySymbols(value);
    for (let i = 0; i < symbols.length && i < this.limits.breadth && !this.spent(); i++) {
      if (P.isEnumerable(value, symbols[i])) this.member(value, symbols[i], depth);
    }
    return out.u8(0);
  }

  restCut(count) {
    this.out.u8(1);
    this.out.string('');
    this.cut(count);
    this.out.u8(0);
  }

  member(value, key, depth) {
    const property = P.getOwnPropertyDescriptor(value, key);
    if (property === undefined) return;  // A getter before it deleted it.
    this.key(key);
    if (P.hasOwn(property, 'value')) this.any(property.value, depth + 1);
    else if (property.get === undefined) this.any(undefined, depth + 1);
    else this.element(value, key, depth);
  }

  key(key) {
    this.out.u8(1);
    if (typeof key === 'string') return this.text(key);
    const description = P.symbolText(key);
    return this.text(`@@${description === undefined ? '' : description}`);
  }

  /** An object of a class, native or not. `info` is what its prototype tells. */
  instance(value, info, depth) {
    const { types } = P;
    const { out } = this;
    if (info.error || types.isNativeError(value)) return this.error(value, info, depth);
    if (types.isPromise(value)) return this.promise(value, info, depth);
    if (types.isMap(value)) return this.collection(value, K.map, info, depth);
    if (types.isSet(value)) return this.collection(value, K.set, info, depth);
    if (types.isDate(value)) {
      out.u8(K.date);
      return out.f64(P.time(value));
    }
    if (types.isRegExp(value)) return this.regExp(value);
    if (P.isView(value) || types.isAnyArrayBuffer(value)) return this.bytes(value, info);
    out.u8(K.object);
    this.name(info.name);
    if (types.isBoxedPrimitive(value)) this.any(unbox(value), depth + 1);
    out.u8(K.end);
    return this.properties(value, depth);
  }

  regExp(value) {
    this.out.u8(K.regExp);
    let flags = '';
    try {
      flags = `${P.regExpFlags(value)}`;
    } catch (error) {
      // An own property of the expression hides a flag and throws.
    }
    this.text(P.regExpSource(value));
    this.text(flags);
  }

  collection(value, tag, info, depth) {
    const { out } = this;
    out.u8(tag);
    this.name(info.name);
    const size = tag === K.map ? P.mapSize(value) : P.setSize(value);
    const iterator = tag === K.map ? P.mapEntries(value) : P.setValues(value);
    for (let i = 0; i < size; i++) {
      if (i >= this.limits.breadth || this.spent()) {
        this.cut(size - i);
        break;
      }
      const { done, value: entry } = tag === K.map ? P.mapNext(iterator) : P.setNext(iterator);
      if (done) break;
      if (tag === K.map) {
        this.any(entry[0], depth + 1);
        this.any(entry[1], depth + 1);
      } else {
        this.any(entry, depth + 1);
      }
    }
    out.u8(K.end);
    this.properties(value, depth);
  }

  promise(value, info, depth) {
    const { out } = this;
    const settled = promiseState(value);
    out.u8(K.promise);
    out.u8(settled.state);
    this.name(info.name);
    if (settled.known) this.any(settled.value, depth + 1);
    out.u8(K.end);
    this.properties(value, depth);
  }

  bytes(value, info) {
    const { out } = this;
    let all;
    try {
      all = rawBytes(value);
    } catch (error) {
      all = new P.Uint8Array(0);  // Detached: its bytes were transferred away.
    }
    const { bytes: limit } = this.limits;
    const cut = all.length > limit;
    out.u8(cut ? K.bytes | kCutFlag : K.bytes);
    this.name(info.name);
    out.blob(cut ? new P.Uint8Array(all.buffer, all.byteOffset, limit) : all);
    if (cut) out.varint(all.length - limit);
  }

  /** The class, the message, then the code and all other own properties but the stack. */
  error(value, info, depth) {
    const { out } = this;
    out.u8(K.error);
    this.name(info.name === 'NodeError' ? nodeErrorName(value) : info.name);
    const message = inherited(value, 'message');
    this.string(K.string, typeof message === 'string' ? message : '');
    const keys = P.ownKeys(value);
    const code = P.hasOwn(value, 'code') ? undefined : inherited(value, 'code');
    if (code !== undefined) {
      this.key('code');
      this.any(code, depth + 1);
    }
    let shown = 0;
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (key === 'stack' || (key === 'message' && typeof message === 'string')) continue;
      if (typeof key === 'symbol' && !P.isEnumerable(value, key)) continue;
      if (this.spent() || ++shown > this.limits.breadth) return this.restCut(keys.length - i);
      this.member(value, key, depth);
    }
    return out.u8(0);
  }
}

function functionType(value) {
  const { types } = P;
  if (isOwn(value)) return 'own';
  if (types.isGeneratorFunction(value)) return types.isAsyncFunction(value) ? 'async generator' : 'generator';
  if (types.isAsyncFunction(value)) return 'async';
  const prototype = P.getOwnPropertyDescriptor(value, 'prototype');
  // Only classes and native constructors have a prototype that cannot be assigned.
  const fixed = prototype !== undefined && P.hasOwn(prototype, 'value') && !prototype.writable;
  return fixed && P.startsWith(P.functionText(value), 'class') ? 'class' : '';
}

/** The first data property of this name along the chain of prototypes; own accessors are read. */
function inherited(value, key) {
  for (let object = value; object !== null && !P.types.isProxy(object); object = P.getPrototypeOf(object)) {
    const property = P.getOwnPropertyDescriptor(object, key);
    if (property === undefined) continue;
    if (P.hasOwn(property, 'value')) return property.value;
    if (object !== value) return undefined;
    try {
      return value[key];
    } catch (error) {
      return undefined;
    }
  }
  return undefined;
}

/**
 * Node 20 makes its own errors of an unnamed kind that calls itself TypeError, RangeError …; later versions use these.
 */
function nodeErrorName(value) {
  const name = inherited(value, 'name');
  return typeof name === 'string' ? name : 'Error';
}

function unbox(value) {
  const { types } = P;
  if (types.isNumberObject(value)) return P.valueOfNumber(value);
  if (types.isStringObject(value)) return P.valueOfString(value);
  if (types.isBooleanObject(value)) return P.valueOfBoolean(value);
  return types.isBigIntObject(value) ? P.valueOfBigInt(value) : P.valueOfSymbol(value);
}

function rawBytes(value) {
  if (!P.isView(value)) return new P.Uint8Array(value);
  if (P.types.isDataView(value)) {
    return new P.Uint8Array(P.dataViewBuffer(value), P.dataViewOffset(value), P.dataViewLength(value));
  }
  return new P.Uint8Array(P.viewBuffer(value), P.viewOffset(value), P.viewLength(value));
}

module.exports = { Describer: P.alone(Describer) };
