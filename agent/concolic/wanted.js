'use strict';
// What a value should be for a member of that name to make sense: methods that only strings have ask for a string, indices and the
// methods of arrays for an array, everything else for an object. Said as bits of types; the core prefers one of them
// (src/concolic/preferred_types.h).
const P = require('../primordials.js');
const { Type } = require('./ops.js');

const kString = 1 << Type.string;
const kArray = 1 << Type.array;
const kObject = (1 << Type.object) | (1 << Type.array) | (1 << Type.function) | kString;

function methodsOf(prototype) {
  const names = new P.SafeSet();
  const keys = P.ownKeys(prototype);
  for (let i = 0; i < keys.length; i++) if (typeof keys[i] === 'string') names.add(keys[i]);
  return names;
}

const ofObjects = methodsOf(Object.prototype);
const ofStrings = methodsOf(String.prototype);
const ofArrays = methodsOf(Array.prototype);
const ofFunctions = methodsOf(Function.prototype);
const ofNumbers = methodsOf(Number.prototype);
/** What every value but nothing can be asked for. */
const kAnything = kObject | (1 << Type.number) | (1 << Type.boolean);

/** Names that strings or arrays have, and other objects as often. */
const ofMany = new P.SafeSet();
for (const name of [
  'anchor', 'big', 'blink', 'bold', 'entries', 'fixed', 'fontcolor', 'fontsize', 'italics', 'keys', 'link', 'normalize', 'small', 'strike',
  'sub', 'sup', 'values',
]) ofMany.add(name);

function wantedByKey(key) {
  if (typeof key === 'number') return kArray | kString;
  // Who asks for a member by a symbol asks what the object can do: primitives have nothing of their own.
  if (typeof key === 'symbol') return kObject & ~kString;
  if (key === 'toString' || key === 'valueOf' || key === 'toLocaleString') return kAnything;
  if (typeof key !== 'string' || ofObjects.has(key) || ofMany.has(key)) return kObject;
  if (ofNumbers.has(key)) return 1 << Type.number;
  if (key === 'call' || key === 'apply' || key === 'bind') return 1 << Type.function;
  if (ofFunctions.has(key) && key !== 'length') return kObject;
  const bits = (ofStrings.has(key) ? kString : 0) | (ofArrays.has(key) ? kArray : 0);
  return bits === 0 ? kObject : bits;
}

/** An object with a length of its own has elements as a list has. */
function wantedOf(value, key) {
  const listLike = (typeof key === 'number' || key === 'length') && typeof value === 'object' && value !== null && P.hasOwn(value, 'length');
  return wantedByKey(key) | (listLike ? 1 << Type.object : 0);
}

module.exports = { wantedOf };
