'use strict';
// The part of the runtime that hands shadows over calls. A channel is opened right before a call: the callee's head takes the shadows
// if it is the function that was meant and each value is the one that was passed; what a callee leaves is taken if the value matches.
const P = require('../primordials.js');

const is = Object.is;
const call = Function.prototype.call;
const apply = Function.prototype.apply;
const kMostChannels = 100000;
const takesFunction = new P.SafeSet();
for (const name of ['every', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'forEach', 'map', 'reduce', 'some']) {
  takesFunction.add(Array.prototype[name]);
}

/** Sloppy code sees its `this` as an object. Where none was passed it sees the global object, which is no input. */
function isBoxed(self, passed) {
  if (typeof self !== 'object' || self === null) return false;
  if (typeof passed === 'string') return P.types.isStringObject(self) && P.valueOfString(self) === passed;
  if (typeof passed === 'number') return P.types.isNumberObject(self) && is(P.valueOfNumber(self), passed);
  return typeof passed === 'boolean' && P.types.isBooleanObject(self) && P.valueOfBoolean(self) === passed;
}

function tail(values) {
  const rest = [];
  for (let i = 1; i < values.length; i++) rest[i - 1] = values[i];
  return rest;
}

/** Of f.call(self, a): those of self and a. */
function callShadows(shadows) {
  const rest = [];
  for (let i = 1; i < shadows.length; i++) rest[i - 1] = shadows[i];
  if (rest.length === 0) rest[0] = 0;
  return rest;
}

/** What runtime.js lends. */
let lent;

const calls = {
  __proto__: null,

  open(site, callee, self, values, shadows) {
    const place = lent.siteOf(callee);
    const channel = { callee, place, self, values, shadows, site, before: undefined };
    this.at = site;
    const before = lent.befores.get(callee);
    if (before !== undefined && !lent.isStress()) channel.before = before(channel);
    if (this.channels.length > kMostChannels) this.channels.length = 1;
    this.channels[this.channels.length] = channel;
    if (place !== -2) {
      this.channel = channel;
      this.p = -1;
    }
    return this.channels.length - 1;
  },

  method(site, object, key, values, shadows) {
    this.at = site;
    let callee = null;
    if (object !== undefined && object !== null && !lent.isObject(key)) {
      callee = this.lookUp(object, key);
      const found = lent.isObject(object) ? lent.tables.get(object) : undefined;
      if (found !== undefined && found.symbol >= 0 && !lent.isStress()) {
        // An array's method that wants a function and gets none is another object's, unless an input can be one.
        const other = takesFunction.has(callee) && typeof values[0] !== 'function';
        if (other && (shadows[1] | 0) === 0) lent.trace.type(site, found.node, lent.kObject);
        if (other && (shadows[1] | 0) !== 0) lent.trace.type(site, shadows[1], lent.kFunction);
        this.methodOfInput(site, found, object, key);
      }
    }
    let any = 0;
    for (let i = 0; i < shadows.length; i++) any |= shadows[i];
    if (callee === apply && typeof object === 'function' && lent.isObject(values[1]) && lent.tables.has(values[1])) {
      return this.applied(site, object, values, shadows);
    }
    if (any === 0) return lent.models.has(callee) ? this.open(site, callee, object, values, shadows) : 0;
    if (callee === call && typeof object === 'function') return this.open(site, object, values[0], tail(values), callShadows(shadows));
    if (callee === apply && typeof object === 'function') return this.applied(site, object, values, shadows);
    return this.open(site, callee, object, values, shadows);
  },

  applied(site, callee, values, shadows) {
    const list = values[1];
    if (!P.isArray(list)) return this.open(site, callee, values[0], [], [shadows[1] | 0]);
    const passed = [];
    const their = [shadows[1] | 0];
    for (let i = 0; i < list.length; i++) {
      passed[i] = list[i];
      their[i + 1] = this.get(0, list, i, 0, list[i], site);
    }
    return this.open(site, callee, values[0], passed, their);
  },

  methodOfInput(site, found, object, key) {
    const own = P.hasOwn(object, key);
    const value = own ? P.getOwnPropertyDescriptor(object, key).value : undefined;
    if (!own && key in object) return;
    const shadow = lent.inputProperty(found, object, key, value, site);
    if (shadow !== 0) lent.trace.type(site, shadow, lent.kFunction);
  },

  /** A method as the engine will find it, without running a getter; null: it cannot be told. */
  lookUp(object, key) {
    let at = lent.isObject(object) ? object : P.getPrototypeOf(P.Object(object));
    for (; at !== null && (!P.types.isProxy(at) || lent.tables.has(at)); at = P.getPrototypeOf(at)) {
      const property = P.getOwnPropertyDescriptor(at, key);
      if (property !== undefined) return P.hasOwn(property, 'value') ? property.value : null;
    }
    return null;
  },

  take(site, values, self) {
    if (this.p !== -1) {
      this.p = 0;
      return false;
    }
    this.p = 0;
    const { channel } = this;
    if (channel === null || (channel.place !== -1 && channel.place !== site)) return false;
    const { shadows } = channel;
    const taken = [];
    for (let i = 0; i < shadows.length; i++) taken[i] = shadows[i] | 0;
    if (taken[0] !== 0 && !is(self, channel.self) && !isBoxed(self, channel.self)) taken[0] = 0;
    for (let i = 0; i < values.length; i++) if (taken[i + 1] && !is(values[i], channel.values[i])) taken[i + 1] = 0;
    this.a = taken;
    this.v = channel.values;
    return true;
  },

  none() {
    this.p = 0;
  },

  arguments(object) {
    const shadows = this.a;
    for (let i = 0; i + 1 < shadows.length; i++) if (shadows[i + 1]) this.set(object, i, shadows[i + 1], object[i]);
    const count = lent.passed(shadows);
    if (count !== 0) this.set(object, 'length', count, object.length);
  },

  rs(shadow, value) {
    this.p = shadow;
    this.rv = value;
  },

  ret(value, token) {
    const pending = this.p;
    this.p = 0;
    if (pending > 0 && is(this.rv, value)) return pending;
    if (token === 0 || lent.isStress()) return 0;
    const channel = this.channels[token];
    if (channel === undefined || channel === null || channel.place !== -2 || typeof channel.callee !== 'function') return 0;
    const model = lent.models.get(channel.callee);
    if (model !== undefined) return model(channel, value) | 0;
    if (!lent.isObject(value) && value !== undefined) lent.trace.lost(`${lent.nameOf(channel.callee)}()`);
    return 0;
  },
};

/** @param {object} runtime gets the functions above */
function addTo(runtime, tools) {
  lent = tools;
  const names = P.keys(calls);
  for (let i = 0; i < names.length; i++) runtime[names[i]] = calls[names[i]];
}

module.exports = { addTo };
