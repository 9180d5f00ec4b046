'use strict';
// Symbolic names and lengths: which of an object's names a key is, how long a list is, how many arguments were passed. Each question is
// a decision of the place that asks it.
const P = require('../primordials.js');
const { Op, Type } = require('./ops.js');

const is = Object.is;
/** Numbers of decisions that share a place lie this far apart; there are fewer places. */
const kAspect = 67108864;
const kMostAspects = 60;


function keyText(key) {
  return typeof key === 'number' ? `${key}` : key;
}

function isIndex(key) {
  return typeof key === 'number' ? key >= 0 && key % 1 === 0 : typeof key === 'string' && key.length < 11 && `${key >>> 0}` === key;
}

/** One of several decisions of one place: each is flipped for itself. */
function aspect(site, number) {
  return number < kMostAspects ? site + (number + 1) * kAspect : site;
}

/** @param {{trace: object, tables: object, node: Function, lengthOf: Function, br: Function, Step: object}} tools of runtime.js */
function namesWith({ trace, tables, node, lengthOf, br, Step }) {
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
  function enumerate(site, object, key, keyShadow) {
    trace.type(site, keyShadow, 1 << (P.isArray(object) ? Type.number : Type.string));
    if (typeof key !== 'string' && typeof key !== 'number') return;
    const asText = P.isArray(object) && typeof key === 'number' ? keyShadow : node(Op.string, [keyShadow]);
    const seen = new P.SafeSet();
    let count = 0;
    const ask = (name) => {
      if (typeof name === 'symbol' || name === 'length' || seen.has(name) || count >= kMostAspects) return;
      seen.add(name);
      const wanted = asText === keyShadow ? +name : name;
      if (wanted !== wanted) return;
      br(aspect(site, count++), node(Op['==='], [asText, trace.constant(wanted)]), name === `${key}`);
    };
    // In an order that does not depend on the key.
    const names = typeof object === 'function' ? [] : P.ownKeys(object);
    for (let i = 0; i < names.length; i++) ask(names[i]);
    const found = tables.get(object);
    if (found !== undefined) found.entries.forEach((entry, name) => ask(name));
    ask(`${key}`);
  }

  /** An array that a model made has a length that depends on inputs; what is beyond it does, too. */
  function derived(found, object, key, value, site) {
    const name = keyText(key);
    const length = found.entries.get('length');
    if (length !== undefined && length.s !== 0 && isIndex(key) && P.isArray(object) && is(length.v, object.length)) {
      br(site, node(Op['>'], [length.s, trace.constant(+name)]), +name < object.length);
    }
    const entry = found.entries.get(name);
    return entry !== undefined && is(entry.v, value) ? entry.s : 0;
  }

  return { lengthShadow, passed, enumerate, derived };
}

module.exports = { namesWith, aspect, keyText, isIndex };
