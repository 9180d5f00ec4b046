'use strict';
// The part of the runtime that follows shadows through promises. Each async function has a record of what it settles to. When it hands
// its promise to the caller (at its first `await`, or at its end) the caller's side ties the record to the promise; whoever awaits the
// promise finds the shadow in the record, if the value is the one that was settled.
const P = require('../primordials.js');

const is = Object.is;
const kMostLinks = 100;
const kMostElements = 1000;

/** Promise → record: shadow and value, or the list that Promise.all and its kin were given. */
const records = new P.SafeWeakMap();

function recordOf(value) {
  let record = P.types.isPromise(value) ? records.get(value) : undefined;
  // A promise that was settled with another one.
  for (let i = 0; i < kMostLinks && record !== undefined && P.types.isPromise(record.v); i++) record = records.get(record.v);
  return record;
}

const promises = {
  __proto__: null,

  /** An async function is about to wait or to end. @returns {object} its record, made at the first time */
  suspend(record) {
    const own = record === undefined ? { s: 0, v: undefined, list: undefined } : record;
    this.last = own;
    this.p = -2;
    return own;
  },

  /** What an async function returns. */
  settle(record, shadow, value) {
    record.s = shadow | 0;
    record.v = value;
  },

  /** The caller's side, after the call. */
  promised(value) {
    if (P.types.isPromise(value) && this.last !== undefined) records.set(value, this.last);
    this.last = undefined;
  },

  /** A promise that native code has made of a value, or of a list. */
  tie(promise, record) {
    if (P.types.isPromise(promise)) records.set(promise, record);
  },

  /** The shadow of what a promise came to; elements of a list get theirs. */
  settled(promise, value) {
    const record = recordOf(promise);
    if (record === undefined) return 0;
    if (record.list !== undefined && P.isArray(value)) {
      for (let i = 0; i < value.length && i < record.list.length && i < kMostElements; i++) this.settledElement(record, i, value);
      return 0;
    }
    return is(record.v, value) ? record.s : 0;
  },

  settledElement({ list, shadows, wrapped }, i, values) {
    const inner = wrapped ? P.propertyOf(values[i], 'value') : undefined;
    if (wrapped && inner === undefined) return;
    const value = wrapped ? inner.value : values[i];
    const shadow = P.types.isPromise(list[i]) ? this.settled(list[i], value) : is(list[i], value) ? shadows[i] | 0 : 0;
    if (shadow === 0) return;
    if (wrapped) this.set(values[i], 'value', shadow, value);
    else this.set(values, i, shadow, value);
  },

  awaited(shadow, waited, value) {
    this.p = 0;
    if ((shadow | 0) !== 0 && is(waited, value)) return shadow;
    return this.settled(waited, value);
  },
};

/** @param {object} behaviour gets the functions above */
function addTo(behaviour) {
  const names = P.keys(promises);
  for (let i = 0; i < names.length; i++) behaviour[names[i]] = promises[names[i]];
}

module.exports = { addTo };
