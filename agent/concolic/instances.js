'use strict';
// Inputs that are instances of something. An assignment names constructors by numbers that are the same in every run; an input becomes an
// instance when the target first asks whether it is one.
const P = require('../primordials.js');

const { setPrototypeOf } = Reflect;
const kTags = 1048576;

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

function lend(tools) {
  lent = tools;
}

module.exports = { tagOf, expect, become, lend };
