'use strict';
// Which locations the target reads after it called back (paper 000, section 3.2.1). Files rewritten by
// src/syntax/pass/read_trace.cc hand every object and key they read to the functions below. An object is known once it is the
// receiver or an argument of a call of the test, what a callback returned, or was read from a known one: so each read has an
// access path the test can write to.
const P = require('./primordials.js');
const { Kind } = require('./wire_kinds.js');

const kMaxDepth = 3;
const kMaxReads = 64;
const kMaxPending = 64;
const builtIn = new P.SafeSet();
for (const name of P.ownKeys(globalThis)) builtIn.add(name);

/** Set while a test runs with option "reads". */
let log = null;
/** Object → { call, steps }. */
let places = null;
/** A callback of the test has run: whatever is read from now on, another callback could have changed. */
let live = false;
let told = null;
let last = -1;
/** Objects of a[…] and keys of `… in a` whose other half is still being evaluated. */
const pending = P.list();

function isObject(value) {
  return value !== null && (typeof value === 'object' || typeof value === 'function');
}

function tell(call, steps) {
  if (!live) return;
  const name = `${call} ${P.join(steps, '\u0000')}`;
  if (told.has(name) || told.size >= kMaxReads) return;
  told.add(name);
  log.event(Kind.read, call, -1, false, steps, 0);
}

/** Appends without Array.prototype.push, which the target may have replaced. */
function extended(steps, key) {
  const result = P.list();
  for (let i = 0; i < steps.length; i++) result[i] = steps[i];
  result[steps.length] = key;
  return result;
}

function note(object, key) {
  if (!isObject(object) || (typeof key !== 'string' && typeof key !== 'number')) return;
  const place = places.get(object);
  if (place === undefined) return;
  const steps = extended(place.steps, `${key}`);
  tell(place.call, steps);
  if (steps.length > kMaxDepth || P.types.isProxy(object)) return;
  const property = P.getOwnPropertyDescriptor(object, key);
  if (property === undefined || !P.hasOwn(property, 'value') || !isObject(property.value)) return;
  if (!places.has(property.value)) places.set(property.value, { call: place.call, steps });
}

function hold(value) {
  if (pending.length >= kMaxPending) pending.length = 0;
  pending[pending.length] = value;
}

function release() {
  const value = pending[pending.length - 1];
  if (pending.length > 0) pending.length -= 1;
  return value;
}

/** What rewritten code calls; each returns what it got. */
const hooks = {
  __proto__: null,
  /** object of object.key */
  o(object, key) {
    if (log !== null) note(object, key);
    return object;
  },
  /** object of object[…] */
  p(object) {
    if (log !== null) hold(object);
    return object;
  },
  /** … of object[…] */
  k(key) {
    if (log !== null) note(release(), key);
    return key;
  },
  /** key of key in … */
  n(key) {
    if (log !== null) hold(key);
    return key;
  },
  /** … of key in … */
  i(object) {
    if (log !== null) note(object, release());
    return object;
  },
  /** a global variable */
  g(name) {
    if (log !== null && last >= 0 && !builtIn.has(name)) tell(last, ['global', name]);
  },
};
Object.defineProperty(globalThis, '__kingbird_reads$', { value: hooks, enumerable: false, configurable: false, writable: false });

function begin(eventLog) {
  log = eventLog;
  places = new P.SafeMap();
  live = false;
  told = new P.SafeSet();
  last = -1;
}

/** A call of the test is about to run. */
function called(call, receiver, values) {
  if (log === null) return;
  last = call;
  if (isObject(receiver)) places.set(receiver, { call, steps: ['receiver'] });
  for (let i = 0; i < values.length; i++) {
    if (isObject(values[i]) && typeof values[i] !== 'function') places.set(values[i], { call, steps: [`arg${i}`] });
  }
}

/** A callback begins. */
function invoked() {
  live = true;
}

/** … and returns. */
function returned(call, value) {
  if (log !== null && isObject(value) && !places.has(value)) places.set(value, { call, steps: ['ret'] });
}

module.exports = { begin, called, invoked, returned };
