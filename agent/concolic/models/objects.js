'use strict';
// Object, Reflect and Object.prototype: what an object has, and what it has under which name. Names of inputs are grown one at a time:
// whether there is one more is a decision of whoever lists them.
const P = require('../../primordials.js');
const { Op, Type } = require('../ops.js');
const instances = require('../instances.js');
const { runtime, trace, tables, models, befores, node, isObject, inputProperty, presence, aspect, listNames, nameShadow } = require('../runtime.js');
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

for (const callee of [Object.keys, Object.getOwnPropertyNames, Reflect.ownKeys]) {
  models.set(callee, (channel, result) => {
    const object = channel.values[0];
    listNames(channel.site, object);
    if (!isObject(object) || !tables.has(object)) return 0;
    for (let i = 0; i < result.length; i++) {
      const shadow = nameShadow(object, result[i]);
      if (shadow !== 0) runtime.set(result, i, shadow, result[i]);
    }
    return 0;
  });
}
models.set(Object.values, (channel, result) => {
  const object = channel.values[0];
  listNames(channel.site, object);
  if (!isObject(object) || !tables.has(object)) return 0;
  const keys = P.keys(object);
  for (let i = 0; i < keys.length && i < result.length; i++) runtime.set(result, i, shadowOf(object, keys[i]), result[i]);
  return 0;
});
models.set(Object.entries, (channel, result) => {
  const object = channel.values[0];
  listNames(channel.site, object);
  if (!isObject(object) || !tables.has(object)) return 0;
  for (let i = 0; i < result.length; i++) {
    runtime.set(result[i], 0, nameShadow(object, result[i][0]), result[i][0]);
    runtime.set(result[i], 1, shadowOf(object, result[i][0]), result[i][1]);
  }
  return 0;
});
/** The properties of `source` were written to `object`. */
function assigned(site, object, source) {
  if (!isObject(source) || !tables.has(source) || !isObject(object)) return;
  const keys = P.keys(source);
  for (let i = 0; i < keys.length; i++) {
    const value = valueOf(object, keys[i]);
    if (Object.is(value, valueOf(source, keys[i]))) runtime.set(object, keys[i], shadowOf(source, keys[i]), value, nameShadow(source, keys[i]), site);
  }
}
models.set(Object.assign, (channel, result) => {
  for (let i = 1; i < channel.values.length; i++) {
    const source = channel.values[i];
    if (!isObject(source) || !tables.has(source) || !isObject(result)) continue;
    listNames(channel.site, source);
    overrides(channel.site, source, result);
    assigned(channel.site, result, source);
  }
  return 0;
});
runtime.spread = (object, source) => {
  if (!isObject(source) || !tables.has(source)) return;
  listNames(runtime.at, source);
  overrides(runtime.at, source, object);
  assigned(runtime.at, object, source);
};
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

/** The same question as `instanceof`. */
befores.set(Buffer.isBuffer, (channel) => instances.become(channel.values[0], Buffer));
models.set(Buffer.isBuffer, (channel) => runtime.instance(channel.shadows[1] | 0, channel.values[0], Buffer));

/** `Object(x)` is the object itself, or an object around a primitive (runtime.js: isWrapper). */
models.set(Object, (channel) => {
  const value = channel.values[0];
  if (isObject(value)) return input(channel, 0);
  return value === undefined || value === null ? 0 : channel.shadows[1] | 0;
});

const kObject = 1 << Type.object;
wants(Object, 0, kObject | (1 << Type.array) | (1 << Type.function) | (1 << Type.string));
for (const callee of [Object.keys, Object.values, Object.entries, Object.getOwnPropertyNames, Reflect.ownKeys, Reflect.has, Reflect.get, Reflect.set]) {
  wants(callee, 0, kObject);
}
wants(Object.assign, 1, kObject);

module.exports = {};
