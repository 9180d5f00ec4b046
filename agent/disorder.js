'use strict';
// File operations that are under way together may end in any order: libuv has several threads for them. Where nothing else runs they
// nearly always end as they began, and a test that rests on it looks repeatable until it meets a busy machine. In a run with
// disorder operations are put off, in one of these ways:
//   'early'     the earlier a call of the test began, the slower all it does: later calls overtake it
//   'late'      the other way round
//   'reversed'  what was begun last ends first, and so does all that comes of it: what one call does in parallel
//   'random'    any of those that wait
// One is under way at a time, and the next begins two turns after it and all that nobody can put off (closing a file, say) have ended, when
// what follows from them waits too: the order is that of the rule, however busy the machine.
const { AsyncLocalStorage } = require('node:async_hooks');
const P = require('./primordials.js');
const { real } = require('./timers.js');

/** Which of those that wait is next. The calls that began them: 0, 1, …; -1: none of the test's. */
const kNext = {
  __proto__: null,
  early: (waiting) => best(waiting, (a, b) => a.call > b.call),
  late: (waiting) => best(waiting, (a, b) => a.call < b.call),
  reversed: (waiting) => waiting.length - 1,
  random: (waiting, draw) => draw() % waiting.length,
};
/** Milliseconds after which one that does not end lets others begin: who reads from a pipe waits for somebody. */
const kPatience = 300;

const RealPromise = Promise;
const { then } = Promise.prototype;
const storage = new AsyncLocalStorage();
const getStore = P.uncurry(AsyncLocalStorage.prototype.getStore);
const runWith = P.uncurry(AsyncLocalStorage.prototype.run);
const { getActiveResourcesInfo } = process;
let binding;
try {
  binding = process.binding('fs');
} catch (error) {
  // A Node that has no such thing: operations keep their order.
}

/** Takes an operation, which is to be given what to call at its end, and whether its request is made; undefined: as Node has it. */
let schedule;
/** Told before the first one. */
let notice;
let calls = 0;

/** The first that no other comes before. */
function best(waiting, before) {
  let found = 0;
  for (let i = 1; i < waiting.length; i++) if (before(waiting[i], waiting[found])) found = i;
  return found;
}

/** How many file operations began and did not end. Node counts a request from when it is made: not those that wait. */
function underWay(waiting) {
  if (getActiveResourcesInfo === undefined) return 0;
  const names = P.apply(getActiveResourcesInfo, process, []);
  let found = 0;
  for (let i = 0; i < waiting.length; i++) if (waiting[i].made) found--;
  for (let i = 0; i < names.length; i++) {
    if (names[i] === 'FSReqCallback' || names[i] === 'FSReqPromise' || names[i] === 'CloseReq') found++;
  }
  return found;
}

function scheduler(kind, draw) {
  const waiting = P.list();
  let busy = false;
  let endless = 0; // operations that patience ran out for
  /** Looks every millisecond, so many times at most, whether `then` may begin. */
  const settle = (times, then) => {
    const now = underWay(waiting);
    if (times === 0 || now < endless) endless = now;
    if (now <= endless) then();
    else P.apply(real.setTimeout, undefined, [() => settle(times - 1, then), 1]);
  };
  const next = () => {
    busy = waiting.length > 0;
    if (!busy) return;
    const chosen = kNext[kind](waiting, draw);
    const { act } = waiting[chosen];
    for (let i = chosen + 1; i < waiting.length; i++) waiting[i - 1] = waiting[i];
    waiting.length--;
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      P.apply(real.clearTimeout, undefined, [patience]);
      P.apply(real.setImmediate, undefined, [() => P.apply(real.setImmediate, undefined, [() => settle(kPatience, next)])]);
    };
    const patience = P.apply(real.setTimeout, undefined, [() => {
      endless = underWay(waiting);
      end();
    }, kPatience]);
    act(end);
  };
  return (act, made) => {
    const call = getStore(storage);
    waiting[waiting.length] = { act, call: call === undefined ? -1 : call, made };
    if (!busy) P.apply(real.setImmediate, undefined, [next]);
    busy = true;
  };
}

/** The same function, which begins what is asynchronous when it is scheduled. */
function putOff(begin) {
  return function () {
    const values = P.list();
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
    if (promised) {
      return new RealPromise((resolve, reject) => schedule((end) => {
        const result = act(reject);
        resolve(result);
        if (result instanceof RealPromise) P.apply(then, result, [end, end]);
        else end();
      }, false));
    }
    schedule((end) => {
      const complete = request.oncomplete;
      request.oncomplete = function () {
        end();
        return P.apply(complete, this, arguments);
      };
      act((error) => request.oncomplete(error));
    }, true);
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
