'use strict';
// Inputs that are instances of something. An assignment names constructors by numbers that are the same in every run; an input becomes an
// instance when the target first asks whether it is one.
const P = require('../primordials.js');
const v8 = require('node:v8');

const { setPrototypeOf } = Reflect;
const evaluate = eval;
const kTags = 1048576;
/** The tag of an object that compares equal to null, as `document.all` does in browsers. */
const kUndetectable = 2 * kTags;

/** What runtime.js lends. */
let lent;

/** The number by which an input is made an instance of this constructor. */
function tagOf(constructor) {
  const site = lent.siteOf(constructor);
  if (site >= 0) return site + 1;
  const found = lent.tables.get(constructor);
  const { symbols } = lent.trace;
  let name = lent.nameOf(constructor);
  for (let at = found === undefined ? -1 : found.symbol; at >= 0; at = symbols[at].parent) name += `.${symbols[at].name}`;
  let hash = 0;
  for (let i = 0; i < name.length; i++) hash = (hash * 31 + P.charCodeAt(name, i)) % kTags;
  return kTags + hash;
}

const expected = [];
function expect(object, tag) {
  expected[expected.length] = { object, tag };
}

function become(value, constructor) {
  if (expected.length === 0 || typeof constructor !== 'function') return;
  for (let i = 0; i < expected.length; i++) {
    if (expected[i].object !== value || expected[i].tag !== tagOf(constructor)) continue;
    const property = P.getOwnPropertyDescriptor(constructor, 'prototype');
    const prototype = property === undefined ? undefined : property.value;
    if ((typeof prototype === 'object' && prototype !== null) || typeof prototype === 'function') setPrototypeOf(value, prototype);
  }
}

/** The only thing but null and undefined that `this == null` holds for, and the only one at all in sloppy code. */
function undetectable() {
  v8.setFlagsFromString('--allow-natives-syntax');
  const object = evaluate('%GetUndetectable()');
  v8.setFlagsFromString('--no-allow-natives-syntax');
  return object;
}

function isUndetectable(value) {
  return typeof value === 'undefined' && value !== undefined;
}

function lend(tools) {
  lent = tools;
}

module.exports = { kUndetectable, tagOf, expect, become, undetectable, isUndetectable, lend };
