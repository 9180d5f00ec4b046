'use strict';
// Objects that operators and native functions turn into primitives (ToPrimitive). Where an input does that with a function of its own that
// is an input, too, what came out is an input: a new one each time, so that two conversions of one object may differ.
const P = require('../primordials.js');

/** What objects inherit to be made primitives of. */
function isConversion(key) {
  return key === 'valueOf' || key === 'toString';
}

/** @param {{tables: object, isObject: Function, inputProperty: Function}} tools of runtime.js */
function conversionsWith({ tables, isObject, inputProperty }) {
  const kNames = ['valueOf', 'toString', Symbol.toPrimitive];
  /** Beside the object that was converted last. */
  let last;

  function ownerOf(object, method) {
    const found = isObject(object) ? tables.get(object) : undefined;
    if (found === undefined || found.symbol < 0) return undefined;
    for (let i = 0; i < kNames.length; i++) {
      const property = P.getOwnPropertyDescriptor(object, kNames[i]);
      if (property === undefined || property.value !== method) continue;
      // The engine read it: nobody has heard of it yet.
      if (!tables.has(method)) inputProperty(found, object, kNames[i], method, 0);
      return found;
    }
    return undefined;
  }

  /** A method of `object` has returned that may have been called to convert it. @param {{converted: object}} owner beside the object */
  function note(owner, value, shadow) {
    if (owner === undefined || isObject(value)) return;
    owner.converted = { s: shadow, v: value };
    last = owner;
  }

  /** It was called by name. */
  function forget() {
    if (last !== undefined) last.converted = undefined;
  }

  /** What the object was converted to, {s, v}; undefined: it was not, or nobody knows. */
  function of(object) {
    const found = isObject(object) ? tables.get(object) : undefined;
    return found === undefined ? undefined : found.converted;
  }

  /** What it was converted to has been asked for: the next time it may be something else. */
  function release(object) {
    const found = isObject(object) ? tables.get(object) : undefined;
    if (found !== undefined) found.converted = undefined;
  }

  /** Some object was converted in this run. */
  function any() {
    return last !== undefined;
  }

  return { ownerOf, note, forget, of, release, any };
}

module.exports = { conversionsWith, isConversion };
