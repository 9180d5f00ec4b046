'use strict';
// The part of the runtime that hands shadows over calls. A channel is opened right before a call: the callee's head takes the shadows
// if it is the function that was meant and each value is the one that was passed; what a callee leaves is taken if the value matches.
const P = require('../primordials.js');
const { Op, Type } = require('./ops.js');
const { isConversion } = require('./conversions.js');
const instances = require('./instances.js');

const is = Object.is;
const call = Function.prototype.call;
const apply = Function.prototype.apply;
/** Channels of calls that have not returned, or never will; a call that is deeper than this finds its own gone. */
const kMostChannels = 4096;
const kMostTokens = 1073741824;
/** Of a concrete text that the trace tells. */
const kMostText = 64;
/** Methods of arrays, by name: models put functions of ours in their place. */
const takesFunction = new P.SafeSet();
for (const name of ['every', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'forEach', 'map', 'reduce', 'some']) {
  takesFunction.add(name);
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

/** Methods of strings and arrays → what they are to be called on. */
let receivers;
function noteReceiver(site, callee, shadow) {
  if (receivers === undefined) {
    receivers = new P.SafeMap();
    const note = (prototype, type) => {
      const keys = P.ownKeys(prototype);
      for (let i = 0; i < keys.length; i++) {
        const property = P.getOwnPropertyDescriptor(prototype, keys[i]);
        if (typeof property.value === 'function' && keys[i] !== 'constructor') receivers.set(property.value, 1 << type);
      }
    };
    note(String.prototype, Type.string);
    note(Array.prototype, Type.array);
  }
  const wanted = (shadow | 0) === 0 ? undefined : receivers.get(callee);
  if (wanted !== undefined) lent.trace.type(site, shadow, wanted);
}

/** What was passed as the trace tells it: of a concrete primitive a constant, 0 of a concrete object. */
function toldShadows(taken, values) {
  const told = [taken[0] | 0];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    const plain = value === undefined || value === null || typeof value === 'boolean' || typeof value === 'number'
      || (typeof value === 'string' && value.length <= kMostText);
    told[i + 1] = (taken[i + 1] | 0) !== 0 || !plain ? taken[i + 1] | 0 : lent.trace.constant(value);
  }
  return told;
}

/** Parameters that are patterns want objects; the engine takes them apart before the function's head can say so. */
function takesApart(runtime, { place, values, shadows }) {
  const patterns = lent.patternsOf(place);
  if (patterns === undefined) return;
  for (let i = 0; i < patterns.length; i += 2) runtime.pattern(place, shadows[patterns[i]] | 0, values[patterns[i] - 1], patterns[i + 1]);
}

/** What was converted before a call is none of its business. */
function releaseAll(self, values) {
  lent.conversions.release(self);
  for (let i = 0; i < values.length; i++) lent.conversions.release(values[i]);
}

const calls = {
  __proto__: null,
  /** By number modulo kMostChannels. */
  channels: [],
  /** Generator that has not begun → the channel of the call that made it. */
  generators: new P.SafeWeakMap(),

  open(site, callee, self, values, shadows) {
    const bound = typeof callee === 'function' ? this.bound.get(callee) : undefined;
    if (bound !== undefined) return this.openBound(site, bound, values, shadows);
    const place = lent.siteOf(callee);
    const token = (this.token % kMostTokens) + 1;
    this.token = token;
    const channel = { token, callee, place, self, values, shadows, site, before: undefined };
    this.at = site;
    if (lent.conversions.any()) releaseAll(self, values);
    if (place >= 0) takesApart(this, channel);
    const before = lent.befores.get(callee);
    if (before !== undefined) channel.before = before(channel);
    this.channels[token % kMostChannels] = channel;
    if (place !== -2) {
      this.channel = channel;
      this.p = -1;
    }
    return token;
  },

  /** What was bound is called, with the arguments that were bound first. */
  openBound(site, bound, values, shadows) {
    const all = [];
    const their = [];
    for (let i = 0; i < bound.values.length; i++) all[i] = bound.values[i];
    for (let i = 0; i < bound.shadows.length; i++) their[i] = bound.shadows[i];
    for (let i = 0; i < values.length; i++) {
      all[all.length] = values[i];
      their[their.length] = shadows[i + 1] | 0;
    }
    if (bound.callee === call && typeof bound.self === 'function') return this.called(site, bound.self, all, their);
    if (bound.callee === apply && typeof bound.self === 'function') return this.applied(site, bound.self, all, their);
    return this.open(site, bound.callee, bound.self, all, their);
  },

  /** Whether a call of a method is about something that has shadows, of those that have none themselves. */
  about(site, object, a, b, c) {
    this.at = site;
    return lent.hasTable(object) || lent.hasTable(a) || lent.hasTable(b) || lent.hasTable(c);
  },

  aboutAny(site, object, values) {
    this.at = site;
    if (lent.hasTable(object)) return true;
    for (let i = 0; i < values.length; i++) if (lent.hasTable(values[i])) return true;
    return false;
  },

  method(site, object, key, values, shadows) {
    this.at = site;
    let callee = null;
    if (object !== undefined && object !== null && !lent.isObject(key)) {
      callee = this.lookUp(object, key);
      const found = lent.isObject(object) ? lent.tables.get(object) : undefined;
      if (found !== undefined && found.symbol >= 0) {
        // An array's method that wants a function and gets none is another object's, unless an input can be one.
        const other = P.isArray(object) && takesFunction.has(key) && !P.hasOwn(object, key) && typeof values[0] !== 'function';
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
    if (any === 0) return lent.models.has(callee) || this.bound.has(callee) ? this.open(site, callee, object, values, shadows) : 0;
    if (callee === call && typeof object === 'function') return this.called(site, object, values, shadows);
    if (callee === apply && typeof object === 'function') return this.applied(site, object, values, shadows);
    return this.open(site, callee, object, values, shadows);
  },

  /**
   * f(a, ...b)
   * @param {any} object the receiver of a method, whose name `callee` is; the runtime itself for none
   * @param {any[]} list 1 for what is spread, value, shadow, and so on
   */
  openSpread(site, object, callee, self, list) {
    const values = [];
    const shadows = [self | 0];
    for (let i = 0; i < list.length; i += 3) {
      const value = list[i + 1];
      if (list[i] === 0) {
        values[values.length] = value;
        shadows[values.length] = list[i + 2] | 0;
        continue;
      }
      // What other code iterates over is not known before.
      if (!P.isArray(value) || P.types.isProxy(value)) {
        if ((list[i + 2] | 0) !== 0) this.lose(site, 'what is spread into a call and is no array');
        return 0;
      }
      for (let k = 0; k < value.length; k++) {
        const property = P.getOwnPropertyDescriptor(value, k);
        const element = property === undefined ? undefined : property.value;
        values[values.length] = element;
        shadows[values.length] = this.get(list[i + 2] | 0, value, k, 0, element, site) | 0;
      }
    }
    if (object !== this) return this.method(site, object, callee, values, shadows);
    let any = 0;
    for (let i = 0; i < shadows.length; i++) any |= shadows[i];
    return any === 0 ? 0 : this.open(site, callee, undefined, values, shadows);
  },

  /** callee.call(...values) */
  called(site, callee, values, shadows) {
    noteReceiver(site, callee, shadows[1]);
    return this.open(site, callee, values[0], tail(values), callShadows(shadows));
  },

  applied(site, callee, values, shadows) {
    noteReceiver(site, callee, shadows[1]);
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
    if (!own && key in object && !isConversion(key)) return;
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
    if (taken[0] !== 0 && !isBoxed(self, channel.self)) taken[0] = this.receiver(site, taken[0], self, channel.self);
    // What was taken apart is not there to be compared: the runtime stands for it.
    for (let i = 0; i < values.length; i++) {
      if (taken[i + 1] && values[i] !== this && !is(values[i], channel.values[i])) taken[i + 1] = 0;
    }
    this.a = taken;
    this.v = channel.values;
    if (lent.trace.calls) lent.trace.call(site, channel.site, toldShadows(taken, channel.values));
    return true;
  },

  /** The shadow of `this`. Sloppy code never sees null there: what equals null is another object, which `this == null` cannot tell of. */
  receiver(site, shadow, self, passed) {
    const like = instances.isUndetectable(passed);
    const global = (passed === undefined || passed === null) && self === globalThis;
    if (like || global) this.br(site, lent.node(Op.instanceof, [shadow, lent.trace.constant(instances.kUndetectable)]), like);
    return is(self, passed) && !like ? shadow : 0;
  },

  none() {
    this.p = 0;
  },

  /** A default of a parameter is about to be evaluated: the channel is put aside. */
  enter() {
    if (this.p !== -1) {
      this.p = 0;
      return null;
    }
    this.p = 0;
    return this.channel;
  },

  /** A parameter seen from the default of another one. */
  peek(channel, site, i, value) {
    const fits = channel !== null && (channel.place === -1 || channel.place === site);
    return fits && is(channel.values[i], value) ? channel.shadows[i + 1] | 0 : 0;
  },

  /** The default of parameter `i` was used: it takes the argument's place in the channel. */
  given(aside, site, i, shadow, value, branch) {
    this.p = 0;
    let channel = aside !== null && (aside.place === -1 || aside.place === site) ? aside : null;
    if (channel === null && (shadow | 0) === 0) return;
    if (channel === null) channel = { token: 0, callee: null, place: site, self: undefined, values: [], shadows: [0], site, before: undefined };
    const old = channel.shadows[i + 1] | 0;
    if (old !== 0) this.br(branch, lent.node(Op['==='], [old, lent.trace.constant(undefined)]), true);
    for (let k = channel.shadows.length; k <= i; k++) channel.shadows[k] = 0;
    for (let k = channel.values.length; k < i; k++) channel.values[k] = undefined;
    channel.shadows[i + 1] = shadow | 0;
    channel.values[i] = value;
    channel.defaults = (channel.defaults | 0) | (1 << i);
    this.channel = channel;
    this.p = -1;
  },

  /** The shadow of a parameter that has a default: whether that was used is a decision. */
  used(branch, i) {
    const { channel } = this;
    const passed = channel.shadows[i + 1] | 0;
    if (passed !== 0 && ((channel.defaults >> i) & 1) === 0) {
      this.br(branch, lent.node(Op['==='], [passed, lent.trace.constant(undefined)]), channel.values[i] === undefined);
    }
    return this.a[i + 1] | 0;
  },

  /** `arguments`, or the rest of them: shadows of the elements. */
  arguments(object, from) {
    const shadows = this.a;
    for (let i = from; i + 1 < shadows.length; i++) {
      // A default is no argument.
      if (shadows[i + 1] && is(object[i - from], this.v[i])) this.set(object, i - from, shadows[i + 1], object[i - from]);
    }
    const count = lent.passed(shadows);
    if (count === 0) return;
    const left = from === 0 ? count : lent.node(Op.max, [lent.node(Op['-'], [count, lent.trace.constant(from)]), lent.trace.constant(0)]);
    this.set(object, 'length', left, object.length);
  },

  rs(shadow, value) {
    this.p = shadow;
    this.rv = value;
  },

  ret(value, token) {
    const pending = this.p;
    this.p = 0;
    if (pending === -2) this.promised(value);
    // A generator's head takes its arguments when it is first asked for something.
    if (pending === -1 && P.types.isGeneratorObject(value)) this.generators.set(value, this.channel);
    const channel = token === 0 ? null : this.channels[token % kMostChannels];
    const own = channel !== null && channel !== undefined && channel.token === token;
    if (own) this.channels[token % kMostChannels] = null;
    const native = own && channel.place === -2 && typeof channel.callee === 'function';
    const model = native ? lent.models.get(channel.callee) : undefined;
    if (model === undefined && pending > 0 && is(this.rv, value)) {
      lent.conversions.forget();
      return pending;
    }
    if (!native) return 0;
    if (model !== undefined) return model(channel, value) | 0;
    if (lent.isObject(value) || value === undefined) return 0;
    return lent.trace.lost(channel.site, `${lent.nameOf(channel.callee)}()`);
  },
};

/** @param {object} behaviour gets the functions above */
function addTo(behaviour, tools) {
  lent = tools;
  const names = P.keys(calls);
  for (let i = 0; i < names.length; i++) behaviour[names[i]] = calls[names[i]];
}

module.exports = { addTo, isBoxed };
