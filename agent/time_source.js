'use strict';
// Virtual time: a count of microseconds that timers advance. Each reading advances it by one, so that a loop that waits
// for the clock ends, and the same program reads the same times.

/** What the virtual clock shows at the beginning: noon of 15 January 2024, UTC. Suites stop Date there (src/emit/clock_js.cc). */
const kEpoch = 1705320000000;
const { floor } = Math;

const source = {
  /** False: time is real. */
  virtual: true,
  /** True: Date shows kEpoch whatever time it is, as it does in suites that stop it. */
  still: false,
  /** Called once, when the program asks Date for the time. @type {(() => void)|undefined} */
  onDate: undefined,
  elapsed: 0,
  read() {
    return ++source.elapsed;
  },
  /** Milliseconds since 1970, not rounded. */
  now() {
    return kEpoch + source.read() / 1000;
  },
  /** What Date shows, in milliseconds since 1970. @param {() => number} real the clock of the machine */
  date(real) {
    const { onDate } = source;
    source.onDate = undefined;
    if (onDate !== undefined) onDate();
    if (source.still) return kEpoch;
    return source.virtual ? floor(source.now()) : real();
  },
};

/** Gives a replacement the name, length and own properties of what it replaces. */
function imitate(replacement, original) {
  for (const key of Reflect.ownKeys(original)) {
    const property = Reflect.getOwnPropertyDescriptor(original, key);
    const own = Reflect.getOwnPropertyDescriptor(replacement, key);
    if (key === 'prototype' || (own !== undefined && !own.configurable)) continue;
    Reflect.defineProperty(replacement, key, property);
  }
  return replacement;
}

module.exports = { source, imitate };
