'use strict';
// Whole scripts that declare their inputs themselves: what `require('S$')` and `require('kingbird')` give them while they are
// explored. The same names with the same meaning: agent/api/index.d.ts.
const P = require('../primordials.js');
const { runtime, befores } = require('./runtime.js');
const { declareInput } = require('./inputs.js');

/** Ends a run that says nothing against the script. */
class NotAnErrorException {
  constructor(message = 'assumed otherwise') {
    this.message = message;
  }
}

const known = { __proto__: null };

/** The same name means the same input. Scripts written for ExpoSE declare another one each time. */
function declared(name, initial, anyType, anew) {
  let key = `${name}`;
  for (let i = 2; anew && known[key] !== undefined; i++) key = `${name} (${i})`;
  if (known[key] === undefined) known[key] = declareInput(key, initial, anyType);
  const { value, shadow } = known[key];
  runtime.rs(shadow, value);
  return value;
}

function assume(condition) {
  runtime.p = 0;
  if (!condition) throw new NotAnErrorException();
  return condition;
}

function assert(condition, message = 'assertion failed') {
  runtime.p = 0;
  if (!condition) throw new P.Error(message);
  return condition;
}

const apiWith = (anew) => ({
  symbol: (name, initial) => declared(name, initial, false, anew),
  pureSymbol: (name) => declared(name, undefined, true, anew),
  assume,
  assert,
  fail(message = 'failed') {
    throw new P.Error(message);
  },
  NotAnErrorException,
});
/** By what a script requires. */
const apis = { __proto__: null, S$: apiWith(true), kingbird: apiWith(false) };

// The condition is a decision, made before the call can end the run.
function decides(channel) {
  const shadow = channel.shadows[1] | 0;
  if (shadow !== 0) runtime.br(channel.site, shadow, channel.values[0]);
}
befores.set(assume, decides);
befores.set(assert, decides);

/** Runs a script to its end; an assumption that does not hold is one. */
function runScript(load) {
  try {
    return load();
  } catch (error) {
    if (error instanceof NotAnErrorException) return undefined;
    throw error;
  }
}

module.exports = { apiOf: (request) => apis[request], runScript };
