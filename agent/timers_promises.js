'use strict';
// The promise forms of the timers, over timers.js. Whatever Node refuses or rejects (bad options, an aborted signal) is
// left to Node's own functions, so that errors are theirs.
const P = require('./primordials.js');
const node = require('node:timers/promises');
const timers = require('./timers.js');

const real = { setTimeout: node.setTimeout, setImmediate: node.setImmediate, setInterval: node.setInterval };
const addEventListener = P.uncurry(EventTarget.prototype.addEventListener);

function usable(options) {
  return options === undefined || (options !== null && typeof options === 'object' &&
    (options.signal === undefined || (options.signal instanceof AbortSignal && !options.signal.aborted)) &&
    (options.ref === undefined || typeof options.ref === 'boolean'));
}

function setTimeout(delay, value, options) {
  if (!timers.isVirtual() || !usable(options) || (delay !== undefined && typeof delay !== 'number')) {
    return P.apply(real.setTimeout, undefined, [delay, value, options]);
  }
  return new P.Promise((resolve) => {
    const handle = timers.setTimeout(resolve, delay, value);
    if (options === undefined) return;
    if (options.ref === false) handle.unref();
    if (options.signal !== undefined) {
      addEventListener(options.signal, 'abort', () => {
        timers.clearTimeout(handle);
        resolve(P.apply(real.setTimeout, undefined, [1, value, { signal: options.signal }]));
      }, { once: true });
    }
  });
}

function setImmediate(value, options) {
  if (!timers.isVirtual() || options !== undefined) return P.apply(real.setImmediate, undefined, [value, options]);
  return new P.Promise((resolve) => timers.setImmediate(resolve, value));
}

async function* setInterval(delay, value, options) {
  if (!timers.isVirtual() || !usable(options)) {
    return yield* real.setInterval(delay, value, options);
  }
  let due = 0;
  let wake = () => {};
  const signal = options === undefined ? undefined : options.signal;
  const handle = timers.setInterval(() => {
    due++;
    wake();
  }, delay);
  if (options !== undefined && options.ref === false) handle.unref();
  if (signal !== undefined) addEventListener(signal, 'abort', () => wake(), { once: true });
  try {
    for (;;) {
      if (due === 0) await new P.Promise((resolve) => { wake = resolve; });
      if (signal !== undefined && signal.aborted) await real.setTimeout(1, undefined, { signal });
      for (; due > 0; due--) yield value;
    }
  } finally {
    timers.clearTimeout(handle);
  }
}

const wait = (delay, options) => setTimeout(delay, undefined, options);

module.exports = { setTimeout, setImmediate, setInterval, wait };
