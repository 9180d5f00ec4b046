'use strict';
// What models are made of. A model of a native function gets the channel of the call (callee, self, values, shadows, site) and the
// result, and returns a shadow, 0 for concrete; it never changes the result. Where more must be seen than the result (callbacks,
// elements that move), a function of ours stands in the native one's place and calls it (`replace`).
const P = require('../../primordials.js');
const { Op } = require('../ops.js');
const registry = require('../registry.js');
const { runtime, trace, models, befores, operand, node, isObject, conversions } = require('../runtime.js');

/** The shadow of argument `i` (-1: this) as a number, string or boolean; 0 for objects. */
function argument(channel, i) {
  const value = i < 0 ? channel.self : channel.values[i];
  const primitive = isObject(value) ? conversions.of(value) : undefined;
  if (primitive !== undefined) return operand(primitive.s, primitive.v);
  if (isObject(value) || typeof value === 'symbol' || typeof value === 'bigint') return 0;
  return operand(channel.shadows[i + 1] | 0, value);
}

/** `this` of a string method as text. */
function textOf(channel) {
  return typeof channel.self === 'string' ? argument(channel, -1) : 0;
}

/** Constants alone make a constant, which is no news. */
function worth(operands) {
  for (let i = 0; i < operands.length; i++) if (!trace.isConstant(operands[i])) return true;
  return false;
}

/** A function of its first arguments. */
function plain(callee, op, most, least = most) {
  models.set(callee, (channel) => {
    if (channel.values.length < least) return 0;
    const operands = [];
    for (let i = 0; i < most && i < channel.values.length; i++) operands[i] = argument(channel, i);
    return operands.length > 0 && worth(operands) ? node(op, operands) : 0;
  });
}

const RegExpPrototype = RegExp.prototype;

/** A regular expression that is what its source and flags say: nothing of its own stands before them. */
function isPlainRegExp(value) {
  return P.types.isRegExp(value) && P.getPrototypeOf(value) === RegExpPrototype && P.ownKeys(value).length === 1;
}

function concat(a, b) {
  return node(Op['+'], [a, b]);
}

/** What an argument should be for the call to make sense, noted before the engine looks at it. @param {number} types bits */
function wants(callee, i, types) {
  const next = befores.get(callee);
  befores.set(callee, (channel) => {
    if ((channel.shadows[i + 1] | 0) !== 0) trace.type(channel.site, channel.shadows[i + 1], types);
    return next === undefined ? undefined : next(channel);
  });
}

/** Ours → the native function it stands for. */
const natives = new P.SafeWeakMap();
const kNone = [];

/**
 * Puts a function of ours in the place of a native one. `make` gets the native function and returns
 * (self, values, shadows of this and the arguments, site) => result; it runs only while a function is explored, or `always`.
 */
function replace(holder, name, make, always = false) {
  const property = P.getOwnPropertyDescriptor(holder, name);
  if (property === undefined || typeof property.value !== 'function') return;
  const native = property.value;
  const run = make(native);
  const { ours } = {
    ours(...values) {
      if (!trace.active && !always) return P.apply(native, this, values);
      let shadows = kNone;
      if (runtime.p === -1 && runtime.channel !== null && runtime.channel.callee === ours) shadows = runtime.channel.shadows;
      runtime.p = 0;
      return run(this, values, shadows, runtime.at);
    },
  };
  P.defineProperty(ours, 'name', { __proto__: null, value: name, configurable: true });
  P.defineProperty(ours, 'length', { __proto__: null, value: native.length, configurable: true });
  natives.set(ours, native);
  registry.standsForNative(ours);
  P.defineProperty(holder, name, { __proto__: null, value: ours, writable: true, enumerable: false, configurable: true });
}

/** Calls what the program passed; the shadow of its value is left in `callBack.shadow`. @param {number[]} shadows of this and the arguments */
function callBack(callee, self, values, shadows, site) {
  let any = 0;
  for (let i = 0; i < shadows.length; i++) any |= shadows[i];
  const token = any === 0 ? 0 : runtime.open(site, callee, self, values, shadows);
  const value = P.apply(callee, self, values);
  callBack.shadow = (runtime.p | token) === 0 ? 0 : runtime.ret(value, token) | 0;
  runtime.p = 0;
  return value;
}
callBack.shadow = 0;

/** Ends a function of ours: its value with its shadow. */
function done(value, shadow) {
  runtime.p = 0;
  if ((shadow | 0) > 0) runtime.rs(shadow, value);
  return value;
}

module.exports = { isPlainRegExp, wants, argument, textOf, worth, plain, concat, replace, callBack, done, natives };
