'use strict';
// Map and Set with the members they have in the run: values keep their shadows, and a symbolic key is asked about every member.
// JSON, as far as texts go.
const P = require('../../primordials.js');
const { Op } = require('../ops.js');
const { runtime, trace, models, operand, node, isObject, tables, aspect } = require('../runtime.js');

const kMostMembers = 40;

/** One decision for each member the key may be. */
function ask(channel, members) {
  const key = operand(channel.shadows[1] | 0, channel.values[0]);
  if (key === 0 || trace.isConstant(key) || isObject(channel.values[0])) return;
  for (let i = 0; i < members.length; i++) {
    const other = trace.constant(members[i]);
    if (other !== 0) runtime.br(aspect(channel.site, i), node(Op['==='], [key, other]), Object.is(members[i], channel.values[0]));
  }
}

function membersOf(collection) {
  const members = [];
  const isMap = P.types.isMap(collection);
  const iterator = isMap ? P.mapEntries(collection) : P.setValues(collection);
  while (members.length < kMostMembers) {
    const { done, value } = isMap ? P.mapNext(iterator) : P.setNext(iterator);
    if (done) break;
    members[members.length] = isMap ? value[0] : value;
  }
  return members;
}

/** Shadows of values by key, beside those of properties. */
function memberName(key) {
  return typeof key === 'string' || typeof key === 'number' || typeof key === 'boolean' ? `member:${typeof key}:${key}` : undefined;
}

models.set(Map.prototype.set, (channel) => {
  const name = memberName(channel.values[0]);
  if (name !== undefined && P.types.isMap(channel.self)) runtime.set(channel.self, name, channel.shadows[2] | 0, channel.values[1]);
  return 0;
});
models.set(Map.prototype.get, (channel, result) => {
  if (!P.types.isMap(channel.self)) return 0;
  ask(channel, membersOf(channel.self));
  const found = tables.get(channel.self);
  const entry = found === undefined ? undefined : found.entries.get(memberName(channel.values[0]));
  return entry !== undefined && Object.is(entry.v, result) ? entry.s : 0;
});
for (const prototype of [Map.prototype, Set.prototype]) {
  models.set(prototype.has, (channel) => {
    if (P.types.isMap(channel.self) || P.types.isSet(channel.self)) ask(channel, membersOf(channel.self));
    return 0;
  });
}

module.exports = {};
