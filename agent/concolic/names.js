'use strict';
// Symbolic names and lengths: which of an object's names a key is, how long a list is, how many arguments were passed. Each question is
// a decision of the place that asks it.
const P = require('../primordials.js');
const { Op, Type } = require('./ops.js');

const is = Object.is;
/** Numbers of decisions that share a place lie this far apart; there are fewer places. */
const kAspect = 67108864;
const kMostAspects = 60;
/** Whether there is an own value in the place of an inherited one; names have numbers below. */
const kOwnAspect = kMostAspects;

/** Symbols that every program has: inputs know them by "Symbol.iterator" and the like. */
const nameOfSymbol = new P.SafeMap();
const symbolOfName = new P.SafeMap();
const symbolNames = P.ownKeys(Symbol);
for (let i = 0; i < symbolNames.length; i++) {
  const property = P.getOwnPropertyDescriptor(Symbol, symbolNames[i]);
  if (typeof property.value !== 'symbol') continue;
  nameOfSymbol.set(property.value, `Symbol.${symbolNames[i]}`);
  symbolOfName.set(`Symbol.${symbolNames[i]}`, property.value);
}

/** The name that a primitive is as a key: `o[undefined]` has one, too. */
function keyText(key) {
  if (typeof key === 'symbol') return nameOfSymbol.has(key) ? nameOfSymbol.get(key) : key;
  return typeof key === 'string' ? key : `${key}`;
}

/** What a name of an input is in the program. */
function keyOfName(name) {
  return symbolOfName.has(name) ? symbolOfName.get(name) : name;
}

function isIndex(key) {
  return typeof key === 'number' ? key >= 0 && key % 1 === 0 : typeof key === 'string' && key.length < 11 && `${key >>> 0}` === key;
}

/**
 * One of several decisions of one place: each is flipped for itself. Number 0 is one that the run goes on by; the others ask which of many
 * it is (src/concolic/search/seen_run.h: kAspects).
 */
function aspect(site, number) {
  return number <= kMostAspects ? site + (number + 1) * kAspect : site;
}

/** @param {{trace: object, tables: object, table: Function, node: Function, lengthOf: Function, br: Function, Step: object}} tools of runtime.js */
function namesWith({ trace, tables, table, node, lengthOf, br, Step }) {
  /** The shadow of an array's or a string's length. */
  function lengthShadow(list) {
    const found = P.isArray(list) ? tables.get(list) : undefined;
    if (found === undefined) return 0;
    if (found.symbol >= 0) return lengthOf(found, list);
    const entry = found.entries.get('length');
    return entry !== undefined && is(entry.v, list.length) ? entry.s : 0;
  }

  /** How many arguments were passed, where they are inputs: up to the last one that is there. @param {number[]} shadows this first */
  function passed(shadows) {
    let count = 0;
    for (let i = 1; i < shadows.length; i++) {
      if (shadows[i] === 0 || trace.input(shadows[i]) === undefined || trace.input(shadows[i]).step !== Step.argument) return 0;
      const one = node(Op['*'], [node(Op.present, [shadows[i]]), trace.constant(i)]);
      count = count === 0 ? one : node(Op.max, [count, one]);
    }
    return count;
  }

  /** A symbolic key is asked about every name the object is known to have (paper 004, algorithms 1 and 2), removed ones included. */
  function enumerate(site, object, key, keyShadow, written = false) {
    trace.type(site, keyShadow, 1 << (P.isArray(object) ? Type.number : Type.string));
    if (typeof key !== 'string' && typeof key !== 'number') return;
    const asText = P.isArray(object) && typeof key === 'number' ? keyShadow : node(Op.string, [keyShadow]);
    const seen = new P.SafeSet();
    let count = 0;
    const ask = (name) => {
      if (typeof name === 'symbol' || symbolOfName.has(name) || name === 'length' || seen.has(name) || count + 1 >= kMostAspects) return;
      seen.add(name);
      const wanted = asText === keyShadow ? +name : name;
      // A number is no key but the one it is written as.
      if (`${wanted}` !== name) return;
      br(aspect(site, ++count), node(Op['==='], [asText, trace.constant(wanted)]), name === `${key}`);
    };
    // In an order that does not depend on the key.
    const names = typeof object === 'function' ? [] : P.ownKeys(object);
    const found = tables.get(object);
    // A name that has just been written may be new: it is asked about if somebody knew it before.
    const fresh = written && (found === undefined || !(found.entries.has(`${key}`) || (found.names !== undefined && found.names.has(`${key}`))));
    for (let i = 0; i < names.length; i++) if (!fresh || names[i] !== `${key}`) ask(names[i]);
    if (found !== undefined) found.entries.forEach((entry, name) => ask(name));
    // What is read from an input under a name belongs to that name, and so does what is inherited; other names that are not there are alike.
    if (!written && ((found !== undefined && found.symbol >= 0) || key in object)) ask(`${key}`);
  }

  /** A property was written under a symbolic name: which one it is among those the object has (algorithm 2), and what it is made of. */
  function nameWritten(site, object, key, keyShadow) {
    if (P.isArray(object)) return;
    enumerate(site, object, key, keyShadow, true);
    if (typeof key !== 'string' && typeof key !== 'number') return;
    const found = table(object);
    if (found.names === undefined) found.names = new P.SafeMap();
    found.names.set(keyText(key), typeof key === 'string' ? keyShadow : node(Op.string, [keyShadow]));
  }

  /** The shadow of a name, as whoever wrote it knew it. */
  function nameShadow(object, name) {
    const found = typeof name === 'string' && object !== null && typeof object === 'object' ? tables.get(object) : undefined;
    const shadow = found === undefined || found.names === undefined ? undefined : found.names.get(name);
    return shadow === undefined ? 0 : shadow;
  }

  /** An array that a model made has a length that depends on inputs; what is beyond it does, too. */
  function derived(found, object, key, value, site) {
    const name = keyText(key);
    const length = found.entries.get('length');
    if (length !== undefined && length.s !== 0 && isIndex(key) && P.isArray(object) && is(length.v, object.length)) {
      br(site, node(Op['>'], [length.s, trace.constant(+name)]), +name < object.length);
    }
    const entry = found.entries.get(name);
    if (entry === undefined && value === undefined && found.absent !== undefined && typeof name === 'string') found.absent(name, site);
    return entry !== undefined && is(entry.v, value) ? entry.s : 0;
  }

  return { lengthShadow, passed, enumerate, derived, nameWritten, nameShadow };
}

module.exports = { namesWith, aspect, kOwnAspect, keyText, keyOfName, isIndex };
