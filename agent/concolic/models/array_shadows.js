'use strict';
// Shadows of the elements and the length of an array, read and written as a whole.
const P = require('../../primordials.js');
const { Op, typeOf } = require('../ops.js');
const { runtime, trace, tables, node, table, child, isObject, Step, lengthShadow } = require('../runtime.js');

const is = Object.is;
const kMostElements = 1000;

/** The shadow of an element, without a decision. */
function element(found, list, i) {
  const property = P.getOwnPropertyDescriptor(list, i);
  const value = property === undefined ? undefined : property.value;
  const name = `${i}`;
  const entry = found.entries.get(name);
  if (entry !== undefined) return is(entry.v, value) ? entry.s : 0;
  if (found.symbol < 0 || property === undefined || typeOf(value) < 0) return 0;
  const shadow = child(found.symbol, Step.property, 0, name, typeOf(value), value);
  found.entries.set(name, { s: shadow, v: value });
  return shadow;
}

/** Shadows of all elements; undefined: nothing here is symbolic. */
function elements(list) {
  const found = isObject(list) ? tables.get(list) : undefined;
  if (found === undefined || !P.isArray(list) || list.length > kMostElements) return undefined;
  const shadows = [];
  for (let i = 0; i < list.length; i++) shadows[i] = element(found, list, i);
  return shadows;
}

function write(list, shadows, length) {
  let any = length;
  for (let i = 0; i < shadows.length; i++) any |= shadows[i];
  const known = tables.get(list);
  if (any === 0 && known === undefined) return list;
  const found = known === undefined ? table(list) : known;
  for (let i = 0; i < list.length && i < kMostElements; i++) {
    const property = P.getOwnPropertyDescriptor(list, i);
    found.entries.set(`${i}`, { s: shadows[i] | 0, v: property === undefined ? undefined : property.value });
  }
  found.entries.set('length', { s: length, v: list.length });
  return list;
}

/** The length as an expression: that of the array, or its value. */
function size(list) {
  const shadow = lengthShadow(list);
  return shadow === 0 ? trace.constant(list.length) : shadow;
}

function plus(shadow, number) {
  if (trace.isConstant(shadow)) return 0;
  return number === 0 ? shadow : node(number > 0 ? Op['+'] : Op['-'], [shadow, trace.constant(number > 0 ? number : -number)]);
}

/** A loop over all elements ends where the list does. */
function bound(site, list) {
  const length = lengthShadow(list);
  if (length !== 0) runtime.br(site, node(Op['>'], [length, trace.constant(list.length)]), false);
}

function zeros(count) {
  const list = [];
  for (let i = 0; i < count; i++) list[i] = 0;
  return list;
}

function joined(a, b) {
  const list = [];
  for (let i = 0; i < a.length; i++) list[list.length] = a[i];
  for (let i = 0; i < b.length; i++) list[list.length] = b[i];
  return list;
}

function part(list, from, to) {
  const some = [];
  for (let i = from; i < to && i < list.length; i++) some[some.length] = list[i];
  return some;
}

module.exports = { elements, write, size, plus, bound, zeros, joined, part };
