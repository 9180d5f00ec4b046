'use strict';
// The clock and the dice of a test. install() replaces them before the target loads, so that references it keeps are
// ours; activate() decides in the child whether they are virtual. While the target loads, time and randomness are
// virtual already (what it remembers is the same in every zygote) but timers are real, since the load may wait for
// them.
const module_ = require('node:module');
const util = require('node:util');
const P = require('./primordials.js');
const { source, imitate } = require('./time_source.js');
const timers = require('./timers.js');
const timersPromises = require('./timers_promises.js');
const random = require('./random.js');

const { floor, round } = Math;
const RealDate = Date;
const dateText = P.uncurry(Date.prototype.toString);

function put(holder, key, value) {
  const property = P.getOwnPropertyDescriptor(holder, key) || { enumerable: true };
  P.defineProperty(holder, key, {
    __proto__: null, value, writable: true, configurable: true, enumerable: property.enumerable,
  });
}

function installDate() {
  const realNow = RealDate.now;
  put(RealDate, 'now', imitate(() => source.date(realNow), realNow));
  // A proxy is the one replacement that has Date's statics, name, text and subclasses without imitating them.
  const VirtualDate = new Proxy(RealDate, {
    __proto__: null,
    construct(target, values, newTarget) {
      const arguments_ = values.length === 0 ? [source.date(realNow)] : values;
      return P.construct(RealDate, arguments_, newTarget === VirtualDate ? RealDate : newTarget);
    },
    apply(target, self, values) {
      return dateText(new RealDate(source.date(realNow)));
    },
  });
  put(RealDate.prototype, 'constructor', VirtualDate);
  put(globalThis, 'Date', VirtualDate);
}

function installMeters() {
  const realHrtime = process.hrtime;
  const realBigint = process.hrtime.bigint;
  const realUptime = process.uptime;
  const hrtime = imitate((previous) => {
    if (!source.virtual) return P.apply(realHrtime, process, previous === undefined ? [] : [previous]);
    if (previous !== undefined) P.apply(realHrtime, process, [previous]);  // Throws for what is no time.
    const now = source.read();
    const seconds = floor(now / 1e6);
    const rest = (now - seconds * 1e6) * 1000;
    if (previous === undefined) return [seconds, rest];
    const behind = rest < previous[1];
    return [seconds - previous[0] - (behind ? 1 : 0), rest - previous[1] + (behind ? 1e9 : 0)];
  }, realHrtime);
  put(hrtime, 'bigint', imitate(() => (source.virtual ? P.BigInt(source.read()) * 1000n : realBigint()), realBigint));
  put(process, 'hrtime', hrtime);
  put(process, 'uptime', imitate(() => (source.virtual ? source.read() / 1e6 : P.apply(realUptime, process, [])),
    realUptime));
  const { performance } = require('node:perf_hooks');
  const holder = P.hasOwn(performance, 'now') ? performance : P.getPrototypeOf(performance);
  const realNow = performance.now;
  put(holder, 'now', imitate(function () {
    return source.virtual ? round(source.read()) / 1000 : P.apply(realNow, this, []);
  }, realNow));
}

function installTimers() {
  const node = require('node:timers');
  const promises = require('node:timers/promises');
  const names = ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval'];
  for (const name of names) {
    const replacement = imitate(timers[name], globalThis[name]);
    put(node, name, replacement);
    put(globalThis, name, replacement);
  }
  for (const name of ['setTimeout', 'setImmediate', 'setInterval']) {
    const replacement = imitate(timersPromises[name], promises[name]);
    put(promises, name, replacement);
    if (name !== 'setInterval') {
      const { custom } = util.promisify;
      P.defineProperty(timers[name], custom, { __proto__: null, value: replacement, configurable: true });
    }
  }
  if (promises.scheduler !== undefined) {
    const { scheduler } = promises;
    const holder = P.hasOwn(scheduler, 'wait') ? scheduler : P.getPrototypeOf(scheduler);
    put(holder, 'wait', imitate(timersPromises.wait, scheduler.wait));
  }
}

let installed = false;

/** Once, before the target is loaded. */
function install() {
  if (installed) return;
  installed = true;
  installTimers();
  installDate();
  installMeters();
  random.install();
  // Named imports of built-in modules are copies.
  module_.syncBuiltinESMExports();
}

/**
 * In the child, before the test.
 * @param {{virtual: boolean, still?: boolean, seed?: number|string, onTurn: () => void, onEndless: () => void, onDate?: () => void}} settings
 *   still: Date shows one moment, whatever time it is; onTurn: a macrotask of ours begins; onEndless: timers or immediates do not
 *   come to an end; onDate: the program asked Date for the time, which is told once
 * @returns {{fireNext: () => 'fired'|'none'|'endless'}} for the moment at which the event loop has nothing left to do
 */
function activate({ virtual, still = false, seed, onTurn, onEndless, onDate }) {
  source.virtual = virtual;
  source.still = still;
  source.onDate = onDate;
  timers.activate(virtual, { onTurn, onEndless });
  random.activate(virtual, seed);
  return { fireNext: timers.fireNext };
}

/** Compiles what activate() and the timers will run, and changes nothing. */
function warmClock() {
  const { virtual } = source;
  const { fireNext } = activate({ virtual: false, seed: 1, onTurn: () => {}, onEndless: () => {} });
  fireNext();
  timers.clearTimeout(timers.setTimeout(() => {}, 1));
  source.virtual = virtual;
  random.activate(virtual, 1);
}

module.exports = { install, activate, warmClock };
