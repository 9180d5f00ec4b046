'use strict';
// File operations that are under way together may end in any order: libuv has several threads for them. Where nothing else runs they
// nearly always end as they began, and a test that rests on it looks repeatable until it meets a busy machine. In a run with
// disorder operations are put off, in one of these ways:
//   'early'     the earlier a call of the test began, the slower all it does: later calls overtake it
//   'late'      the other way round
//   'reversed'  what is begun together ends the last first: what one call does in parallel
//   'random'    each for a while of its own
const { AsyncLocalStorage } = require('node:async_hooks');
const P = require('./primordials.js');
const { real } = require('./timers.js');

/** Milliseconds; 0: not put off, -1: to the end of the turn. By the call: the first, the second, all others. */
const kByCall = { __proto__: null, early: [8, 2, 0], late: [0, 2, 8] };
const kAny = [0, 0, -1, -1, 1, 1, 3, 6];

const RealPromise = Promise;
const storage = new AsyncLocalStorage();
const getStore = P.uncurry(AsyncLocalStorage.prototype.getStore);
const runWith = P.uncurry(AsyncLocalStorage.prototype.run);
let binding;
try {
  binding = process.binding('fs');
} catch (error) {
  // A Node that has no such thing: operations keep their order.
}

/** When an operation begins; undefined: as Node has it. @type {((act: () => void) => void)|undefined} */
let schedule;
/** Told before the first one. */
let notice;
let calls = 0;

function later(act, delay) {
  if (delay === 0) act();
  else if (delay < 0) P.apply(real.setImmediate, undefined, [act]);
  else P.apply(real.setTimeout, undefined, [act, delay]);
}

function scheduler(kind, draw) {
  if (kind === 'random') return (act) => later(act, kAny[draw() % kAny.length]);
  if (kind === 'reversed') return reversed();
  const delays = kByCall[kind];
  return (act) => {
    const call = getStore(storage);
    later(act, call === undefined ? 0 : delays[call < delays.length ? call : delays.length - 1]);
  };
}

function reversed() {
  let together = [];
  const begin = () => {
    const acts = together;
    together = [];
    for (let i = acts.length - 1; i >= 0; i--) later(acts[i], acts.length - i);
  };
  return (act) => {
    if (together.length === 0) later(begin, -1);
    together[together.length] = act;
  };
}

/** The same function, which begins what is asynchronous when it is scheduled. */
function putOff(begin) {
  return function () {
    const values = [];
    let request;
    let promised = false;
    for (let i = 0; i < arguments.length; i++) {
      values[i] = arguments[i];
      if (values[i] === binding.kUsePromises) promised = true;
      else if (values[i] instanceof binding.FSReqCallback) request = values[i];
    }
    if (!promised && request === undefined) return P.apply(begin, this, values);
    if (notice !== undefined) notice();
    notice = undefined;
    const act = (failed) => {
      try {
        return P.apply(begin, this, values);
      } catch (error) {
        return failed(error);
      }
    };
    if (promised) return new RealPromise((resolve, reject) => schedule(() => resolve(act(reject))));
    schedule(() => act((error) => request.oncomplete(error)));
    return undefined;
  };
}

/**
 * From now on, in this process.
 * @param {'early'|'late'|'reversed'|'random'} kind
 * @param {() => number} draw random numbers
 * @param {() => void} [onFirst] before the first operation that might have been put off
 */
function begin(kind, draw, onFirst) {
  notice = onFirst;
  if (binding === undefined || typeof binding.FSReqCallback !== 'function') return;
  const wrapped = schedule !== undefined;
  schedule = scheduler(kind, draw);
  if (wrapped) return;
  const names = P.ownKeys(binding);
  for (let i = 0; i < names.length; i++) {
    const property = P.getOwnPropertyDescriptor(binding, names[i]);
    const isClass = typeof names[i] !== 'string' || names[i] < 'a';
    if (typeof property.value === 'function' && property.writable && !isClass) binding[names[i]] = putOff(property.value);
  }
}

/** Runs a call of the test: what it begins, now and later, is known as its own. */
function call(act) {
  return schedule !== undefined ? runWith(storage, calls++, act) : act();
}

module.exports = { begin, call };
