'use strict';
// Plain values of a module as JSON of model::Value: primitives, and small arrays and objects of them.
const P = require('./primordials.js');

const kMaxText = 1000;
const kMaxEntries = 32;
const kMaxDepth = 3;

function number(value) {
  if (value !== value) return 'NaN';
  if (value - value !== 0) return `${value}`;
  return value === 0 && 1 / value < 0 ? '-0' : value;
}

function text(value) {
  if (P.isWellFormed(value)) return value;
  const units = [];
  for (let i = 0; i < value.length; i++) P.append(units, P.charCodeAt(value, i));
  return units;
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
  if (prototype !== P.ObjectPrototype && prototype !== null) return undefined;
  const keys = P.keys(value);
  if (keys.length === 0 || keys.length > kMaxEntries) return undefined;
  const properties = [];
  for (let i = 0; i < keys.length; i++) {
    const property = P.propertyOf(value, keys[i]);
    const member = P.hasOwn(property, 'value') ? constant(property.value, depth + 1) : undefined;
    if (member === undefined) return undefined;
    P.append(properties, [text(keys[i]), member]);
  }
  return { k: 'object', c: prototype === null ? '' : 'Object', p: properties };
}

function array(value, depth) {
  const items = [];
  for (let i = 0; i < value.length; i++) {
    const property = P.propertyOf(value, i);
    const plain = property !== undefined && P.hasOwn(property, 'value');
    const item = property === undefined ? { k: 'hole' } : plain ? constant(property.value, depth + 1) : undefined;
    if (item === undefined) return undefined;
    P.append(items, item);
  }
  return { k: 'array', c: 'Array', i: items };
}

module.exports = { constant };
