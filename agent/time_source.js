'use strict';
// Virtual time: a count of microseconds that timers advance. Each reading advances it by one, so that a loop that waits
// for the clock ends, and the same program reads the same times.

/** What the virtual clock shows at the beginning: noon of 15 January 2024, UTC. */
const kEpoch = 1705320000000;

const source = {
  /** False: time is real. */
  virtual: true,
  elapsed: 0,
  read() {
    return ++source.elapsed;
  },
  /** Milliseconds since 1970, not rounded. */
  now() {
    return kEpoch + source.read() / 1000;
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
