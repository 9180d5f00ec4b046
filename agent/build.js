'use strict';
// Literals of a test → JavaScript values, built anew for every evaluation. The input is the JSON of model::Value.
const P = require('./primordials.js');
const { markOwn } = require('./callable.js');

const kErrors = new P.SafeMap();
for (const type of [Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError]) {
  kErrors.set(type.name, type);
}
const kViews = new P.SafeMap();
for (const type of [
  Uint8Array, Int8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array,
  Float64Array,
  BigInt64Array, BigUint64Array, DataView,
]) {
  kViews.set(type.name, type);
}
const symbols = new P.SafeMap();
for (const key of P.ownKeys(Symbol)) if (typeof Symbol[key] === 'symbol') symbols.set(`Symbol.${key}`, Symbol[key]);
const fromCharCode = String.fromCharCode;
const mapSet = P.uncurry(Map.prototype.set);
const setAdd = P.uncurry(Set.prototype.add);
const reject = Promise.reject.bind(Promise);
const toNumber = Number;

/** An own member of a parsed JSON object, whatever the target did to Object.prototype. */
function own(json, key) {
  return P.hasOwn(json, key) ? json[key] : undefined;
}

/** Text travels as a string, or as an array of UTF-16 units where it is not well-formed. */
function text(json) {
  if (json === undefined) return '';
  if (typeof json === 'string') return json;
  let result = '';
  for (let i = 0; i < json.length; i++) result += fromCharCode(json[i]);
  return result;
}

/** @param {object} json a model::Value as JSON; `byId` maps the ids of shared values to what was built for them */
function build(json, byId) {
  const number = own(json, 'n');
  switch (json.k) {
    case 'null': return null;
    case 'boolean': return number === 1;
    case 'number': return number === undefined ? 0 : toNumber(number);
    case 'bigint': return P.BigInt(text(own(json, 't')) || 0);
    case 'string': return text(own(json, 't'));
    case 'symbol': return buildSymbol(text(own(json, 't')), own(json, 'c'));
    case 'reference': return byId === undefined ? undefined : byId.get(number);
    case 'undefined': case 'hole': case 'cut': case 'throws': return undefined;
    default: return buildObject(json, byId === undefined ? new P.SafeMap() : byId);
  }
}

function buildSymbol(description, type) {
  if (type === 'global') return P.symbolFor(description);
  if (type === 'well-known' && symbols.has(description)) return symbols.get(description);
  return P.Symbol(description);
}

function buildObject(json, byId) {
  const object = allocate(json, byId);
  const id = own(json, 'id');
  if (id !== undefined) byId.set(id, object);
  const items = own(json, 'i') || [];
  if (json.k === 'array') {
    object.length = items.length;
    for (let i = 0; i < items.length; i++) {
      if (items[i].k !== 'hole') define(object, i, build(items[i], byId));
    }
  } else if (json.k === 'map') {
    for (let i = 0; i + 1 < items.length; i += 2) mapSet(object, build(items[i], byId), build(items[i + 1], byId));
  } else if (json.k === 'set') {
    for (let i = 0; i < items.length; i++) setAdd(object, build(items[i], byId));
  }
  const properties = own(json, 'p') || [];
  for (let i = 0; i < properties.length; i++) property(object, text(properties[i][0]), properties[i][1], byId);
  return object;
}

/** The object without its parts, so that cycles find it. */
function allocate(json, byId) {
  const type = text(own(json, 'c'));
  const number = own(json, 'n');
  const content = text(own(json, 't'));
  const items = own(json, 'i') || [];
  switch (json.k) {
    case 'array': return [];
    case 'map': return new P.Map();
    case 'set': return new P.Set();
    case 'date': return new P.Date(number === undefined ? 0 : toNumber(number));
    case 'regexp': return new P.RegExp(content, type);
    case 'error': return new (kErrors.get(type) || P.Error)(content);
    case 'bytes': return buildBytes(content, type);
    case 'function': return buildFunction(content, number === undefined ? 0 : number, items, byId);
    case 'proxy': return new P.Proxy(items.length > 0 ? build(items[0], byId) : {}, {});
    case 'promise': {
      if (content === 'pending') return new P.Promise(() => {});
      const value = items.length > 0 ? build(items[0], byId) : undefined;
      return content === 'rejected' ? reject(value) : P.resolve(value);
    }
    default:
      if (items.length === 1 && (type === 'Number' || type === 'String' || type === 'Boolean')) {
        return P.Object(build(items[0]));
      }
      return type === '' && P.hasOwn(json, 'c') ? P.create(null) : {};
  }
}

function buildBytes(base64, type) {
  const bytes = P.bufferFrom(base64, 'base64');
  if (type === 'Buffer' || type === '') return bytes;
  const buffer = new P.ArrayBuffer(bytes.length);
  P.copyBytes(new P.Uint8Array(buffer), bytes);
  const View = kViews.get(type);
  return View === undefined ? buffer : new View(buffer);
}

/** A function literal does nothing and returns its first item. */
function buildFunction(name, length, items, byId) {
  const value = items.length > 0 ? build(items[0], byId) : undefined;
  const result = markOwn(function () {
    return value;
  });
  P.defineProperty(result, 'length', { __proto__: null, value: length, configurable: true });
  P.defineProperty(result, 'name', { __proto__: null, value: name, configurable: true });
  return result;
}

function define(object, key, value) {
  P.defineProperty(object, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

function property(object, name, json, byId) {
  const key = P.startsWith(name, '@@') ? symbols.get(P.slice(name, 2)) || P.symbolFor(P.slice(name, 2)) : name;
  if (json.k !== 'throws') return define(object, key, build(json, byId));
  const items = own(json, 'i') || [];
  const error = items.length > 0 ? build(items[0], byId) : undefined;
  return P.defineProperty(object, key, {
    __proto__: null, enumerable: true, configurable: true,
    get() {
      throw error;
    },
  });
}

module.exports = { build, own, text };
