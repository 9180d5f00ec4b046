'use strict';
// setTimeout and setInterval over a queue of virtual time. A timer fires when the event loop has nothing else to do:
// the clock jumps to it. Unref'd timers fire in their turn but keep no test alive, and so do timers that were set while
// the target loaded. Until activate() and with virtual time off, Node's own timers stand behind the same handles.
const P = require('./primordials.js');
const { source } = require('./time_source.js');

const real = {
  setTimeout: globalThis.setTimeout, setInterval: globalThis.setInterval, setImmediate: globalThis.setImmediate,
  clearTimeout: globalThis.clearTimeout, clearImmediate: globalThis.clearImmediate,
};
const activeResources = process.getActiveResourcesInfo;

/** More firings than this in one test: it would never end. */
const kMaxFirings = 2000;
/**
 * After this many firings of timers that keep nothing alive they stand still: a clean-up every second while a day
 * passes.
 */
const kMaxBackground = 200;
const kMaxImmediates = 10000;
const kMaxDelay = 2 ** 31 - 1;
/** Handles that wait for something outside the test; while only these are open, time may go on. */
const kWaitingHandles = ['TCP', 'Pipe', 'FSEvent', 'StatWatcher', 'UDP', 'TTY', 'MessagePort', 'Signal'];
const kStallPeriod = 5;
const kStallRounds = 4;

let active = false;  // After activate() with virtual time.
let sequence = 0;
let firings = 0;
let background = 0;
let immediates = 0;
let onTurn = () => {};
let onEndless = () => {};
let stallTimer;
let stalledRounds = 0;
/** Timers that will fire, in no order: there are few. */
const queue = new P.SafeSet();
const byId = new P.SafeMap();

/** What setTimeout returns; named and shaped like Node's class, its state hidden from descriptions. */
class Timeout {
  #timer;

  constructor(callback, delay, parameters, repeat) {
    delay = +delay;
    if (!(delay >= 1 && delay <= kMaxDelay)) delay = 1;
    this.#timer = {
      handle: this, callback, delay: delay - (delay % 1), parameters, repeat, referenced: true, due: 0, order: 0,
      id: ++sequence, native: undefined,
    };
    start(this.#timer);
  }

  static of(handle) {
    return handle.#timer;
  }

  static is(handle) {
    return typeof handle === 'object' && handle !== null && #timer in handle;
  }

  ref() {
    this.#timer.referenced = true;
    if (this.#timer.native !== undefined) this.#timer.native.ref();
    return this;
  }

  unref() {
    this.#timer.referenced = false;
    if (this.#timer.native !== undefined) this.#timer.native.unref();
    return this;
  }

  hasRef() {
    return this.#timer.referenced;
  }

  refresh() {
    if (queue.has(this.#timer)) {
      stop(this.#timer);
      start(this.#timer);
    }
    return this;
  }

  close() {
    stop(this.#timer);
    return this;
  }

  [Symbol.toPrimitive]() {
    byId.set(this.#timer.id, this.#timer);
    return this.#timer.id;
  }
}
if (Symbol.dispose !== undefined) {
  Object.defineProperty(Timeout.prototype, Symbol.dispose, {
    value() { this.close(); }, writable: true, configurable: true,
  });
}

function start(timer) {
  queue.add(timer);
  if (active) {
    timer.due = source.elapsed + timer.delay * 1000;
    timer.order = ++sequence;
    if (stallTimer === undefined) watchStall();
    return;
  }
  timer.native = P.apply(real.setTimeout, undefined, [() => fire(timer), timer.delay]);
  if (!timer.referenced) timer.native.unref();
}

function stop(timer) {
  queue.delete(timer);
  if (timer.native !== undefined) P.apply(real.clearTimeout, undefined, [timer.native]);
  timer.native = undefined;
}

function fire(timer) {
  stop(timer);
  if (timer.repeat) start(timer);
  onTurn();
  P.apply(timer.callback, timer.handle, timer.parameters);
}

/** The timer that is due first, undefined when none keeps the test alive. */
function first() {
  let best;
  let alive = false;
  const all = queue.values();
  for (let step = P.setNext(all); !step.done; step = P.setNext(all)) {
    const timer = step.value;
    if (timer.referenced) alive = true;
    else if (background >= kMaxBackground) continue;
    if (best === undefined || timer.due < best.due || (timer.due === best.due &&
      timer.order < best.order)) best = timer;
  }
  return alive ? best : undefined;
}

/** Advances the clock to the next timer and runs it. @returns {'fired'|'none'|'endless'} */
function fireNext() {
  if (!active) return 'none';
  const timer = first();
  if (timer === undefined) return 'none';
  if (!timer.referenced) background++;
  else if (++firings > kMaxFirings) return 'endless';
  if (timer.due > source.elapsed) source.elapsed = timer.due;
  fire(timer);
  return 'fired';
}

/** A listening socket or a watcher never lets the loop be idle: then real time makes virtual time go on. */
function watchStall() {
  stallTimer = P.apply(real.setInterval, undefined, [() => {
    const resources = P.apply(activeResources, process, []);
    let waiting = 0;
    for (let i = 0; i < resources.length; i++) if (onlyWaits(resources[i])) waiting++;
    stalledRounds = waiting > 0 && waiting === resources.length ? stalledRounds + 1 : 0;
    if (stalledRounds >= kStallRounds && fireNext() === 'endless') onEndless();
  }, kStallPeriod]);
  stallTimer.unref();
}

function onlyWaits(resource) {
  for (let i = 0; i < kWaitingHandles.length; i++) if (P.startsWith(resource, kWaitingHandles[i])) return true;
  return false;
}

function setTimeout(callback, delay, ...parameters) {
  if (typeof callback !== 'function') return P.apply(real.setTimeout, undefined, [callback]);  // Throws as Node does.
  return new Timeout(callback, delay, parameters, false);
}

function setInterval(callback, delay, ...parameters) {
  if (typeof callback !== 'function') return P.apply(real.setInterval, undefined, [callback]);
  return new Timeout(callback, delay, parameters, true);
}

function clearTimeout(handle) {
  if (Timeout.is(handle)) return stop(Timeout.of(handle));
  const named = typeof handle === 'number' || typeof handle === 'string' ? byId.get(+handle) : undefined;
  return named === undefined ? P.apply(real.clearTimeout, undefined, [handle]) : stop(named);
}

/**
 * Immediates stay real: they follow the event loop, not the clock. They are counted, since one may set the next for
 * ever.
 */
function setImmediate(callback, ...parameters) {
  if (!active || typeof callback !== 'function') {
    return P.apply(real.setImmediate, undefined, prepend(callback, parameters));
  }
  return P.apply(real.setImmediate, undefined, [function () {
    if (++immediates > kMaxImmediates) onEndless();
    onTurn();
    return P.apply(callback, this, parameters);
  }]);
}

function prepend(value, values) {
  const all = P.list();
  all[0] = value;
  for (let i = 0; i < values.length; i++) all[i + 1] = values[i];
  return all;
}

/** From now on timers are virtual; those set while the target loaded no longer keep anything alive. */
function activate(virtual, hooks) {
  onTurn = hooks.onTurn;
  onEndless = hooks.onEndless;
  const pending = P.list();
  const all = queue.values();
  for (let step = P.setNext(all); !step.done; step = P.setNext(all)) pending[pending.length] = step.value;
  for (let i = 0; i < pending.length; i++) pending[i].handle.unref();
  if (!virtual) return;
  active = true;
  for (let i = 0; i < pending.length; i++) {
    stop(pending[i]);
    start(pending[i]);
  }
}

module.exports = {
  setTimeout, setInterval, setImmediate, clearTimeout,
  clearInterval: function clearInterval(handle) { clearTimeout(handle); },
  real, activate, fireNext, isVirtual: () => active,
};
