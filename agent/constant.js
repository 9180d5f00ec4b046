'use strict';
// Plain values of a module as JSON of model::Value: primitives, and small arrays and objects of them.
const P = require('./primordials.js');

const kMaxText = 1000;
const kMaxEntries = 32;
const kMaxDepth = 3;

// Node 18 has neither String.prototype.isWellFormed nor toWellFormed.
const kLoneSurrogate = /\p{Surrogate}/u;
const kLoneSurrogates = /\p{Surrogate}/gu;
const isWellFormed = (value) => !kLoneSurrogate.test(value);
const toWellFormed = (value) => value.replace(kLoneSurrogates, '\ufffd');

function number(value) {
  if (value !== value) return 'NaN';
  if (value === Infinity || value === -Infinity) return `${value}`;
  return value === 0 && 1 / value < 0 ? '-0' : value;
}

function text(value) {
  if (isWellFormed(value)) return value;
  return Array.from({ length: value.length }, (_, i) => value.charCodeAt(i));
}

/** @returns {object|undefined} undefined for what is not plain, or not small */
function constant(value, depth = 0) {
  switch (typeof value) {
    case 'undefined': return { k: 'undefined' };
    case 'boolean': return value ? { k: 'boolean', n: 1 } : { k: 'boolean' };
    case 'number': return { k: 'number', n: number(value) };
    case 'bigint': return { k: 'bigint', t: `${value}` };
    case 'string': return value.length <= kMaxText ? { k: 'string', t: text(value) } : undefined;
    case 'object': return value === null ? { k: 'null' } : compound(value, depth);
    default: return undefined;
  }
}

function compound(value, depth) {
  if (depth >= kMaxDepth || P.types.isProxy(value)) return undefined;
  if (P.types.isRegExp(value)) return { k: 'regexp', t: text(P.regExpSource(value)), c: P.regExpFlags(value) };
  const prototype = P.getPrototypeOf(value);
  if (P.isArray(value)) return value.length > kMaxEntries ? undefined : array(value, depth);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const keys = P.keys(value);
  if (keys.length === 0 || keys.length > kMaxEntries) return undefined;
  const properties = [];
  for (const key of keys) {
    const property = P.getOwnPropertyDescriptor(value, key);
    const member = P.hasOwn(property, 'value') ? constant(property.value, depth + 1) : undefined;
    if (member === undefined) return undefined;
    properties.push([text(key), member]);
  }
  return { k: 'object', c: prototype === null ? '' : 'Object', p: properties };
}

function array(value, depth) {
  const items = [];
  for (let i = 0; i < value.length; i++) {
    const property = P.getOwnPropertyDescriptor(value, i);
    const plain = property !== undefined && P.hasOwn(property, 'value');
    const item = property === undefined ? { k: 'hole' } : plain ? constant(property.value, depth + 1) : undefined;
    if (item === undefined) return undefined;
    items.push(item);
  }
  return { k: 'array', c: 'Array', i: items };
}

module.exports = { constant, isWellFormed, toWellFormed };
