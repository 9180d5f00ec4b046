'use strict';
// The part of the runtime that finds shadows of what the engine has taken apart: patterns and loops over lists. Nothing here runs code of the
// target: what only a getter could tell is concrete.
const P = require('../primordials.js');
const { Op } = require('./ops.js');
const { aspect } = require('./names.js');

const is = Object.is;
const kMostElements = 50;

/** What runtime.js lends. */
let lent;

/** The value of a property that is there and no accessor. */
function plainValue(object, key) {
  const property = P.getOwnPropertyDescriptor(object, key);
  return property !== undefined && P.hasOwn(property, 'value') ? property.value : undefined;
}

/** What a generator may stand behind: no iterator of the engine's own. */
function isPlainIterable(list) {
  return !P.types.isMap(list) && !P.types.isSet(list) && !P.isView(list);
}

function pairOf([key, value]) {
  return [key.v, value.v];
}

const parts = {
  __proto__: null,

  /** What is taken apart, before the engine does it. @param {any[]} shape 1 for an array, then keys and shapes of patterns inside */
  pattern(site, shadow, value, shape) {
    if (shadow !== 0) lent.trace.type(site, shadow, shape[0] === 1 ? lent.kIterable : lent.kObjects);
    if (!lent.isObject(value) || P.types.isProxy(value)) return;
    if (shape[0] === 1 && !P.isArray(value)) this.follow(value);
    for (let i = 1; i < shape.length; i += 2) {
      const property = P.getOwnPropertyDescriptor(value, shape[i]);
      if (property === undefined ? shape[i] in value : !P.hasOwn(property, 'value')) continue;
      const inner = property === undefined ? undefined : property.value;
      this.pattern(site, this.get(shadow, value, shape[i], 0, inner, site) | 0, inner, shape[i + 1]);
    }
  },

  /** What the iterator of an object answers from here on is noted, one after the other; what a collection answers is known. */
  follow(iterable) {
    this.queueOf = iterable;
    this.queue = this.members(iterable) || [];
  },

  /** The shadow of what came out of the iterator at a place. */
  followed(iterable, i, value) {
    return this.queueOf === iterable && i < this.queue.length ? this.stepped(this.queue[i], value) : 0;
  },

  /** The shadow of what an iterator has answered; a pair of a Map gets those of its parts. */
  stepped(step, value) {
    if (step.pair === undefined) return is(step.v, value) ? step.s : 0;
    if (!P.isArray(value)) return 0;
    for (let k = 0; k < 2; k++) if (is(step.pair[k].v, value[k])) this.set(value, k, step.pair[k].s, value[k]);
    return 0;
  },

  /**
   * The shadow of a name in a pattern. A default stands for what is undefined: a decision.
   * @param {number} given the shadow of the default where it was used; -1: there is none
   */
  part(site, shadow, object, key, value, given) {
    if (lent.isObject(key)) return 0;
    if (typeof key === 'number' && lent.isObject(object) && this.queueOf === object) {
      const own = this.followed(object, key, value);
      return own === 0 && given > 0 ? given : own;
    }
    if (given === -1) return this.get(shadow, object, key, 0, value, site);
    if (!lent.isObject(object)) {
      const missing = typeof object === 'string' && typeof key === 'number' && key >= object.length;
      const own = this.get(shadow, object, key, 0, missing ? undefined : value, site);
      return own === 0 ? given : own;
    }
    if (P.types.isProxy(object)) return given;
    const property = P.getOwnPropertyDescriptor(object, key);
    if (property !== undefined ? !P.hasOwn(property, 'value') : key in object) return 0;
    const raw = property === undefined ? undefined : property.value;
    const own = this.get(shadow, object, key, 0, raw, site);
    if (own !== 0) this.br(site, lent.node(Op['==='], [own, lent.trace.constant(undefined)]), raw === undefined);
    if (raw === undefined) return given;
    return is(raw, value) ? own : 0;
  },

  /** What a pattern inside of another one takes apart. @param {any} fallback its default, if it was used */
  inner(object, key, fallback) {
    if (fallback !== undefined) return fallback;
    if (typeof object === 'string') return typeof key === 'number' ? object[key] : undefined;
    return lent.isObject(object) && !lent.isObject(key) && !P.types.isProxy(object) ? plainValue(object, key) : undefined;
  },

  /** `...rest` in a pattern: the elements from a place on, or (-1) the other properties. */
  rest(site, shadow, object, from, rest) {
    if (from < 0) {
      const names = P.keys(rest);
      for (let i = 0; i < names.length; i++) this.set(rest, names[i], this.get(shadow, object, names[i], 0, rest[names[i]], site), rest[names[i]]);
      return;
    }
    if (lent.isObject(object) && this.queueOf === object) {
      for (let i = 0; i < rest.length; i++) this.set(rest, i, this.followed(object, from + i, rest[i]), rest[i]);
      return;
    }
    if (!P.isArray(object) && typeof object !== 'string') return;
    for (let i = 0; i < rest.length; i++) this.set(rest, i, this.get(shadow, object, from + i, 0, rest[i], site), rest[i]);
    const length = typeof object === 'string' ? 0 : lent.lengthShadow(object);
    if (length === 0) return;
    const left = lent.node(Op['-'], [length, lent.trace.constant(from)]);
    this.set(rest, 'length', lent.node(Op.max, [left, lent.trace.constant(0)]), rest.length);
  },

  /** `for (x of list)` begins: it ends where the list does. */
  iterate(site, shadow, list, shape) {
    if (typeof list !== 'string') lent.trace.type(site, shadow | 0, lent.kIterable);
    const length = typeof list === 'string' && (shadow | 0) !== 0 ? lent.node(Op.length, [shadow]) : lent.lengthShadow(list);
    // Whether there is one more round, as a loop over the length asks it: another decision than that an element is there.
    for (let i = 0; length !== 0 && i <= list.length && i < kMostElements; i++)
      this.br(aspect(site, 0), lent.node(Op['>'], [length, lent.trace.constant(i)]), i < list.length);
    if (shape === undefined || !P.isArray(list)) return;
    for (let i = 0; i < list.length && i < kMostElements; i++) {
      const value = plainValue(list, i);
      this.pattern(site, this.get(shadow | 0, list, i, 0, value, site) | 0, value, shape);
    }
  },

  /** What the loop takes apart in this round, if it can be told. */
  element(list, index) {
    if (P.isArray(list)) return plainValue(list, index);
    const steps = lent.isObject(list) ? this.members(list) : undefined;
    // The pair that is taken apart is gone: another one with the same parts stands for it.
    if (steps !== undefined && index < steps.length) return steps[index].pair === undefined ? steps[index].v : pairOf(steps[index].pair);
    return isPlainIterable(list) ? this.yv : undefined;
  },

  each(site, shadow, list, index, value) {
    if (typeof list === 'string') {
      if ((shadow | 0) === 0 || list[index] !== value) return 0;
      this.br(site, lent.node(Op['>'], [lent.node(Op.length, [shadow]), lent.trace.constant(index)]), true);
      return lent.node(Op.charAt, [shadow, lent.trace.constant(index)]);
    }
    if (P.isArray(list)) return this.nk === 0 ? 0 : this.get(shadow | 0, list, index, 0, value, site);
    const steps = lent.isObject(list) ? this.members(list) : undefined;
    if (steps !== undefined) return index < steps.length ? this.stepped(steps[index], value) : 0;
    const yielded = isPlainIterable(list) ? this.ys : 0;
    this.ys = 0;
    return yielded !== 0 && is(this.yv, value) ? yielded : 0;
  },
};

/** @param {object} behaviour gets the functions above */
function addTo(behaviour, tools) {
  lent = tools;
  const names = P.keys(parts);
  for (let i = 0; i < names.length; i++) behaviour[names[i]] = parts[names[i]];
}

module.exports = { addTo };
