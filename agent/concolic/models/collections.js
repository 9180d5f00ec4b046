'use strict';
// Map, Set, WeakMap and WeakSet with the members they have in the run. Keys and values keep their shadows, and a key that depends on
// inputs is asked about every member: which one it equals is a decision.
const P = require('../../primordials.js');
const { Op } = require('../ops.js');
const { Type } = require('../ops.js');
const { runtime, trace, models, befores, operand, node, isObject, aspect, table } = require('../runtime.js');
const { replace, callBack, done, wants } = require('./support.js');

const is = Object.is;
const kMostMembers = 40;

/** Collection → shadows of its members: by key for primitives and objects alike. */
const members = new P.SafeWeakMap();
/** Iterator → what it answers, in order. */
const steps = new P.SafeWeakMap();

function isCollection(value) {
  return P.types.isMap(value) || P.types.isSet(value);
}

/** What is known of a collection's members: key → shadows of the key and of the value, with the value. */
function membersOf(collection) {
  let known = members.get(collection);
  if (known === undefined) {
    known = isCollection(collection) ? new P.SafeMap() : new P.SafeWeakMap();
    members.set(collection, known);
    // From here on calls of its methods are looked at.
    table(collection);
  }
  return known;
}

/** The keys that are there, as many as are asked about. */
function keysOf(collection) {
  const keys = [];
  const isMap = P.types.isMap(collection);
  const iterator = isMap ? P.mapEntries(collection) : P.setValues(collection);
  while (keys.length < kMostMembers) {
    const { done: ended, value } = isMap ? P.mapNext(iterator) : P.setNext(iterator);
    if (ended) break;
    keys[keys.length] = isMap ? value[0] : value;
  }
  return keys;
}

function shadowOfKey(collection, key) {
  const known = members.get(collection);
  const member = known === undefined ? undefined : known.get(key);
  return member === undefined ? 0 : member.k;
}

/** One decision for each member that the key may equal. */
function ask(site, collection, key, keyShadow) {
  if (isObject(key)) return;
  const own = operand(keyShadow, key);
  if (own === 0) return;
  const keys = keysOf(collection);
  for (let i = 0; i < keys.length; i++) {
    if (isObject(keys[i])) continue;
    const other = operand(shadowOfKey(collection, keys[i]), keys[i]);
    if (other === 0 || (trace.isConstant(own) && trace.isConstant(other))) continue;
    // NaN is a key that equals itself: nothing is said of it.
    if (key === key && keys[i] === keys[i]) runtime.br(aspect(site, i), node(Op['==='], [own, other]), keys[i] === key);
    if (is(keys[i], key)) return;
  }
}

function isKey(collection, key) {
  return isCollection(collection) || isObject(key);
}

/** A member is about to be written. */
function write(site, collection, key, keyShadow, value, shadow) {
  if (!isKey(collection, key)) return;
  if (isCollection(collection)) ask(site, collection, key, keyShadow);
  const known = members.get(collection);
  if (known === undefined && (keyShadow | shadow) === 0) return;
  const before = known === undefined ? undefined : known.get(key);
  membersOf(collection).set(key, { k: before === undefined ? keyShadow : before.k, s: shadow, v: value });
}

function isAny(channel, check) {
  return isObject(channel.self) && check(channel.self);
}

for (const [prototype, check] of [[Map.prototype, P.types.isMap], [WeakMap.prototype, P.types.isWeakMap]]) {
  befores.set(prototype.set, (channel) => {
    if (isAny(channel, check)) write(channel.site, channel.self, channel.values[0], channel.shadows[1] | 0, channel.values[1], channel.shadows[2] | 0);
  });
  models.set(prototype.set, () => 0);
  models.set(prototype.get, (channel, result) => {
    if (!isAny(channel, check)) return 0;
    const [key] = channel.values;
    if (isCollection(channel.self)) ask(channel.site, channel.self, key, channel.shadows[1] | 0);
    const known = members.get(channel.self);
    const member = known === undefined || !isKey(channel.self, key) ? undefined : known.get(key);
    return member !== undefined && is(member.v, result) ? member.s : 0;
  });
}
befores.set(Set.prototype.add, (channel) => {
  if (isAny(channel, P.types.isSet)) write(channel.site, channel.self, channel.values[0], channel.shadows[1] | 0, undefined, 0);
});
models.set(Set.prototype.add, () => 0);
for (const prototype of [Map.prototype, Set.prototype]) {
  models.set(prototype.has, (channel) => {
    if (isCollection(channel.self)) ask(channel.site, channel.self, channel.values[0], channel.shadows[1] | 0);
    return 0;
  });
  befores.set(prototype.delete, (channel) => {
    if (isCollection(channel.self)) ask(channel.site, channel.self, channel.values[0], channel.shadows[1] | 0);
  });
  models.set(prototype.delete, () => 0);
}

/** The elements of a list that a collection is made of; whether there is one more is a decision. */
function made(channel, add) {
  const [list] = channel.values;
  if (!P.isArray(list)) return;
  runtime.iterate(channel.site, channel.shadows[1] | 0, list);
  for (let i = 0; i < list.length && i < kMostMembers; i++) {
    const property = P.getOwnPropertyDescriptor(list, i);
    const value = property === undefined ? undefined : property.value;
    add(value, runtime.get(channel.shadows[1] | 0, list, i, 0, value, channel.site) | 0, i);
  }
}

/** While a collection is made its members are asked about one after the other, as if they were added. */
function asked(site, before, key, keyShadow, number) {
  const own = isObject(key) ? 0 : operand(keyShadow, key);
  for (let i = 0; own !== 0 && i < before.length; i++) {
    const other = isObject(before[i].v) ? 0 : operand(before[i].s, before[i].v);
    if (other === 0 || (trace.isConstant(own) && trace.isConstant(other)) || key !== key || before[i].v !== before[i].v) continue;
    runtime.br(aspect(site, number * kMostMembers + i), node(Op['==='], [own, other]), before[i].v === key);
    if (before[i].v === key) return;
  }
  before[before.length] = { s: keyShadow, v: key };
}

wants(Set, 0, 1 << Type.array);
wants(Map, 0, 1 << Type.array);
models.set(Set, (channel, result) => {
  const before = [];
  made(channel, (value, shadow, i) => {
    asked(channel.site, before, value, shadow, i + 1);
    if (shadow !== 0 && !membersOf(result).has(value)) membersOf(result).set(value, { k: shadow, s: 0, v: undefined });
  });
  return 0;
});
models.set(Map, (channel, result) => {
  const before = [];
  made(channel, (pair, shadow, i) => {
    if (!P.isArray(pair)) return;
    const part = (index) => {
      const property = P.getOwnPropertyDescriptor(pair, index);
      const value = property === undefined ? undefined : property.value;
      return { s: runtime.get(shadow, pair, index, 0, value, channel.site) | 0, v: value };
    };
    const key = part(0);
    const value = part(1);
    asked(channel.site, before, key.v, key.s, i + 1);
    if ((key.s | value.s) !== 0) membersOf(result).set(key.v, { k: key.s, s: value.s, v: value.v });
  });
  return 0;
});

/** What an iterator of the collection answers: a shadow and a value, or two of each for a pair. */
function stepsOf(collection, kind) {
  const known = members.get(collection);
  const list = [];
  if (known === undefined) return list;
  const keys = keysOf(collection);
  for (let i = 0; i < keys.length; i++) {
    const member = known.get(keys[i]) || { k: 0, s: 0, v: undefined };
    const key = { s: member.k, v: keys[i] };
    const value = P.types.isSet(collection) ? key : { s: member.s, v: member.v };
    list[i] = kind === 'keys' ? key : kind === 'values' ? value : { s: 0, v: undefined, pair: [key, value] };
  }
  return list;
}

for (const prototype of [Map.prototype, Set.prototype]) {
  for (const kind of ['keys', 'values', 'entries']) {
    models.set(prototype[kind], (channel, result) => {
      if (isCollection(channel.self) && isObject(result)) steps.set(result, stepsOf(channel.self, kind));
      return 0;
    });
  }
  replace(prototype, 'forEach', (native) => (self, values, shadows, site) => {
    const [callee] = values;
    if (!isCollection(self) || typeof callee !== 'function' || !members.has(self)) return P.apply(native, self, values);
    const known = membersOf(self);
    const inner = function (value, key, collection) {
      const member = known.get(key);
      const own = member === undefined ? 0 : P.types.isSet(self) ? member.k : is(member.v, value) ? member.s : 0;
      return callBack(callee, this, [value, key, collection], [0, own, member === undefined ? 0 : member.k, 0], site);
    };
    return done(P.apply(native, self, values.length > 1 ? [inner, values[1]] : [inner]), 0);
  });
}

/** What is iterated over, in order; undefined where it is no collection and no iterator of one. */
runtime.members = (iterable) => {
  if (isCollection(iterable)) return stepsOf(iterable, P.types.isMap(iterable) ? 'entries' : 'values');
  return isObject(iterable) ? steps.get(iterable) : undefined;
};

module.exports = {};
