'use strict';
// What the language's and Node's own functions do with an unknown (unknown.js) shows what it is: the regular expressions it is
// matched with, the collections it is looked up in, the file functions it is a path for. Those functions are wrapped in the process
// that infers types; ordinary values pass through.

const P = require('./primordials.js');
const { Run, note, noteConstant, notePattern, stateOf } = require('./unknown.js');

const { apply, defineProperty, getOwnPropertyDescriptor } = P;

const kMostMembers = 24;

function isPrimitive(value) {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function wrap(holder, name, make) {
  const descriptor = getOwnPropertyDescriptor(holder, name);
  if (descriptor === undefined || typeof descriptor.value !== 'function' || !descriptor.configurable) return;
  const original = descriptor.value;
  const wrapped = make(original);
  for (const key of Reflect.ownKeys(original)) {
    try {
      defineProperty(wrapped, key, getOwnPropertyDescriptor(original, key));
    } catch (error) {
      // Its prototype: nobody constructs these.
    }
  }
  defineProperty(holder, name, { ...descriptor, value: wrapped });
}

/** A text that was made of an unknown's: trimmed, in lower case, a part of it. */
function ownersOf(text) {
  const run = Run.current;
  if (run === undefined || text === '') return [];
  const exactly = P.filter(run.given, ({ text: own }) => own === text);
  if (exactly.length > 0) return exactly;
  const lower = P.toLowerCase(text);
  return P.filter(run.given, ({ text: own }) => own !== '' && isPart(lower, P.toLowerCase(own)));
}

const isPart = (one, other) => P.indexOf(one, other) >= 0 || P.indexOf(other, one) >= 0;

function watchPatterns() {
  const names = ['exec', 'test', Symbol.match, Symbol.matchAll, Symbol.replace, Symbol.search, Symbol.split];
  let busy = false;  // exec is called by the others
  for (const name of names) {
    wrap(RegExp.prototype, name, (original) => function (value) {
      if (busy || Run.current === undefined) return apply(original, this, arguments);
      busy = true;
      try {
        const state = stateOf(value);
        if (state !== undefined) notePattern(state.record, this);
        else if (typeof value === 'string') noteOwners(ownersOf(value), this);
      } finally {
        busy = false;
      }
      return apply(original, this, arguments);
    });
  }
}

function noteOwners(owners, pattern) {
  for (let i = 0; i < owners.length; i++) notePattern(owners[i].record, pattern);
}

/** The first of a list, a set or the keys of a map. */
function firstOf(collection) {
  const first = [];
  if (P.isArray(collection)) {
    for (let i = 0; i < collection.length && i < kMostMembers; i++) P.append(first, collection[i]);
  } else if (P.types.isSet(collection)) {
    const values = P.setValues(collection);
    for (let i = 0; i < P.setSize(collection) && i < kMostMembers; i++) P.append(first, P.setNext(values).value);
  } else if (P.types.isMap(collection)) {
    const entries = P.mapEntries(collection);
    for (let i = 0; i < P.mapSize(collection) && i < kMostMembers; i++) P.append(first, P.mapNext(entries).value[0]);
  }
  return first;
}

/** Looked up in a list: it is one of its members, or not. */
function watchLookups() {
  const member = (members, state) => {
    state.run.trap();
    for (let i = 0; i < members.length; i++) {
      if (!isPrimitive(members[i])) continue;
      note(state.record, `compared with ${typeof members[i]}`);
      noteConstant(state.record, members[i]);
    }
    return members.length > 0 && state.run.below(2) === 0 ? state.run.pick(members) : state.primitive('default');
  };
  const lookup = (holder, name) => wrap(holder, name, (original) => function (value) {
    const state = stateOf(value);
    if (state === undefined || stateOf(this) !== undefined) return apply(original, this, arguments);
    return apply(original, this, [member(firstOf(this), state)]);
  });
  lookup(Array.prototype, 'includes');
  lookup(Array.prototype, 'indexOf');
  lookup(Set.prototype, 'has');
  lookup(Map.prototype, 'has');
  lookup(Map.prototype, 'get');
}

function watchFiles() {
  const takesPath = (original) => function (...values) {
    for (let i = 0; i < values.length && i < 2; i++) {
      const state = stateOf(values[i]);
      if (state === undefined) continue;
      state.run.trap();
      note(state.record, 'path');
      values[i] = state.asText();
    }
    return new.target === undefined ? apply(original, this, values) : P.construct(original, values);
  };
  const fs = require('node:fs');
  const path = require('node:path');
  for (const holder of [fs, fs.promises, path]) {
    for (const name of Object.keys(holder)) if (/^[a-z]/.test(name)) wrap(holder, name, takesPath);
  }
  require('node:module').syncBuiltinESMExports();
}

function install() {
  watchPatterns();
  watchLookups();
  watchFiles();
}

module.exports = { install };
