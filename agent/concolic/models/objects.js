'use strict';
// Object, Reflect and Object.prototype: what an object has, and what it has under which name. Names of inputs are grown one at a time:
// whether there is one more is a decision of whoever lists them.
const P = require('../../primordials.js');
const { Op, Type } = require('../ops.js');
const { runtime, trace, tables, models, node, isObject, inputProperty, presence, aspect } = require('../runtime.js');
const { wants } = require('./support.js');

/** An input, whatever its type. */
function input(channel, i) {
  const value = i < 0 ? channel.self : channel.values[i];
  const found = isObject(value) ? tables.get(value) : undefined;
  const shadow = found !== undefined && found.symbol >= 0 ? found.node : channel.shadows[i + 1] | 0;
  return shadow !== 0 && trace.input(shadow) !== undefined ? shadow : 0;
}

function valueOf(object, key) {
  const property = P.getOwnPropertyDescriptor(object, key);
  return property === undefined || !P.hasOwn(property, 'value') ? undefined : property.value;
}

/** The shadow of a property that is there, without a decision. */
function shadowOf(object, key) {
  const found = tables.get(object);
  if (found === undefined) return 0;
  const value = valueOf(object, key);
  const entry = found.entries.get(key);
  if (entry !== undefined) return Object.is(entry.v, value) ? entry.s : 0;
  return found.symbol >= 0 && !P.isArray(object) ? inputProperty(found, object, key, value, 0) : 0;
}

const kFreshNames = ['a', 'b', 'c'];

/** Which names an input has, asked where they are listed. */
function list(site, object) {
  const found = isObject(object) ? tables.get(object) : undefined;
  if (found === undefined || found.symbol < 0 || P.isArray(object) || typeof object === 'function') return;
  for (let i = 0; i < kFreshNames.length; i++) {
    const name = kFreshNames[i];
    const own = P.hasOwn(object, name);
    const known = found.entries.get(name);
    if (known !== undefined && trace.input(known.s) === undefined) continue;
    const shadow = inputProperty(found, object, name, own ? valueOf(object, name) : undefined, site);
    if (shadow !== 0 && trace.input(shadow) !== undefined) runtime.br(site, node(Op.present, [shadow]), own);
    if (!own) return;
  }
}

/** Whether an input has a name that the other object has, too. */
function overrides(site, object, other) {
  const found = tables.get(object);
  if (found.symbol < 0) return;
  const keys = P.keys(other);
  for (let i = 0; i < keys.length; i++) {
    const own = P.hasOwn(object, keys[i]);
    const shadow = inputProperty(found, object, keys[i], own ? valueOf(object, keys[i]) : undefined, site);
    if (shadow !== 0 && trace.input(shadow) !== undefined) runtime.br(aspect(site, i), node(Op.present, [shadow]), own);
  }
}

models.set(Object.keys, (channel) => {
  list(channel.site, channel.values[0]);
  return 0;
});
models.set(Object.getOwnPropertyNames, (channel) => {
  list(channel.site, channel.values[0]);
  return 0;
});
models.set(Reflect.ownKeys, (channel) => {
  list(channel.site, channel.values[0]);
  return 0;
});
models.set(Object.values, (channel, result) => {
  const object = channel.values[0];
  list(channel.site, object);
  if (!isObject(object) || !tables.has(object)) return 0;
  const keys = P.keys(object);
  for (let i = 0; i < keys.length && i < result.length; i++) runtime.set(result, i, shadowOf(object, keys[i]), result[i]);
  return 0;
});
models.set(Object.entries, (channel, result) => {
  const object = channel.values[0];
  list(channel.site, object);
  if (!isObject(object) || !tables.has(object)) return 0;
  for (let i = 0; i < result.length; i++) runtime.set(result[i], 1, shadowOf(object, result[i][0]), result[i][1]);
  return 0;
});
models.set(Object.assign, (channel, result) => {
  for (let i = 1; i < channel.values.length; i++) {
    const source = channel.values[i];
    if (!isObject(source) || !tables.has(source) || !isObject(result)) continue;
    list(channel.site, source);
    overrides(channel.site, source, result);
    const keys = P.keys(source);
    for (let j = 0; j < keys.length; j++) {
      const value = valueOf(result, keys[j]);
      if (Object.is(value, valueOf(source, keys[j]))) runtime.set(result, keys[j], shadowOf(source, keys[j]), value);
    }
  }
  return 0;
});
models.set(Object.fromEntries, (channel, result) => {
  const entries = channel.values[0];
  if (!P.isArray(entries)) return 0;
  for (let i = 0; i < entries.length; i++) {
    if (P.isArray(entries[i])) runtime.set(result, entries[i][0], shadowOf(entries[i], '1'), valueOf(entries[i], '1'));
  }
  return 0;
});

models.set(Object.prototype.hasOwnProperty, (channel) => presence(channel.site, channel.values[0], channel.shadows[1] | 0, channel.self));
models.set(Reflect.has, (channel) => presence(channel.site, channel.values[1], channel.shadows[2] | 0, channel.values[0]));
if (Object.hasOwn) {
  models.set(Object.hasOwn, (channel) => presence(channel.site, channel.values[1], channel.shadows[2] | 0, channel.values[0]));
}
models.set(Reflect.get, (channel, result) => {
  const [object, key] = channel.values;
  return isObject(object) && channel.values.length === 2 ? runtime.get(0, object, key, channel.shadows[2] | 0, result, channel.site) : 0;
});
models.set(Reflect.set, (channel) => {
  const [object, key, value] = channel.values;
  if (isObject(object) && channel.values.length === 3) runtime.set(object, key, channel.shadows[3] | 0, value);
  return 0;
});

models.set(Object.prototype.toString, (channel) => {
  const shadow = input(channel, -1);
  return shadow === 0 || isObject(channel.self) && P.hasOwn(channel.self, Symbol.toStringTag) ? 0 : node(Op.classOf, [shadow]);
});

/** `Object(x)` is the object itself. */
models.set(Object, (channel) => (isObject(channel.values[0]) ? input(channel, 0) : 0));

const kObject = 1 << Type.object;
for (const callee of [Object.keys, Object.values, Object.entries, Object.getOwnPropertyNames, Reflect.ownKeys, Reflect.has, Reflect.get, Reflect.set]) {
  wants(callee, 0, kObject);
}
wants(Object.assign, 1, kObject);

module.exports = { list };
