'use strict';
// Objects in the place of primitives (ToPrimitive), functions that throw, and decisions whose inputs have decided before.

// found: a number that is another one when it is asked for again is an object
exports.turnsNegative = (x) => {
  if (x > 0 && +x < 0) throw new Error('found');
};

// found: the same through a function that gets a number where it was positive
exports.positiveThenNaN = (x) => {
  const whole = (value) => (Number.isNaN(value = +value) ? 'none' : Math.floor(value));
  if (x > 0 && whole(x) === 'none') throw new Error('found');
};

// found: two conversions to text that differ
exports.textsThatDiffer = (x) => {
  if (x + '' === 'a' && x + '' === 'b') throw new Error('found');
};

// found: an argument of a native function is converted, too
exports.convertedByMath = (x) => {
  if (x > 5 && Math.min(x, 3) === 1) throw new Error('found');
};

// found: an object like a list, whose length is another one the second time
exports.lengthOfLikeness = (list) => {
  if (list.length > 1 && list[1] === 7 && list.length - 1 < 0) throw new Error('found');
};

// unreachable: a number is what it is
exports.numbersStay = (x) => {
  if (typeof x === 'number' && x > 0 && x < 0) throw new Error('found');
};

// unreachable: what was converted once is a primitive
exports.convertedOnce = (x) => {
  const n = +x;
  if (n > 0 && n < 0) throw new Error('found');
};

// found: a callback that throws
exports.handler = (f) => {
  try {
    f();
  } catch (error) {
    throw new Error('found');
  }
};

// found: a callback that throws where the handler has more to decide
exports.handlerDecides = (f, closing) => {
  try {
    if (f(1) === f(2)) return;
  } catch (error) {
    if (closing.close !== undefined && closing.close() === 3) throw new Error('found');
  }
};

// unreachable: nothing is called there
exports.handlerOfNothing = (x) => {
  try {
    x = typeof x;
  } catch (error) {
    throw new Error('found');
  }
};

// found: whoever comes to the second question has answered the first one the other way
exports.askedTwice = (list, map) => {
  let mapped = (x) => x;
  if (map !== undefined) mapped = map;
  for (let i = 0; i < list.length; i++) if (mapped(list[i]) === 4 && map === undefined) throw new Error('found');
};

// found: a method that the object has itself, in the place of the one it inherits
exports.ownValueOf = (o) => {
  if (typeof o === 'object' && o !== null && typeof o.valueOf !== 'function') throw new Error('found');
};

// found: both ways to a primitive fail
exports.noPrimitive = (o) => {
  const isObject = (value) => (typeof value === 'object' ? value !== null : typeof value === 'function');
  if (!isObject(o)) return;
  if (typeof o.valueOf === 'function' && !isObject(o.valueOf())) return;
  if (typeof o.toString === 'function' && !isObject(o.toString())) return;
  throw new Error('found');
};
