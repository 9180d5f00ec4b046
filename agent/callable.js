'use strict';
// Functions that tests hand to the target. Callbacks have a chosen `length` and no name, are strict (`this` is what the caller passed)
// and constructible. Whatever way such a function comes back, it is the test's own and no part of the target.
const P = require('./primordials.js');

const own = new P.SafeWeakSet();

/* eslint-disable no-unused-vars, func-names */
const kMakers = [
  (run) => function () { return run(this, arguments, new.target); },
  (run) => function (a) { return run(this, arguments, new.target); },
  (run) => function (a, b) { return run(this, arguments, new.target); },
  (run) => function (a, b, c) { return run(this, arguments, new.target); },
  (run) => function (a, b, c, d) { return run(this, arguments, new.target); },
];

/**
 * @param {number} length
 * @param {(self: any, values: IArguments, newTarget: Function|undefined) => any} run
 */
function callable(length, run) {
  const known = length < kMakers.length;
  const result = markOwn(kMakers[known ? length : 0](run));
  if (!known) P.defineProperty(result, 'length', { __proto__: null, value: length, configurable: true });
  return result;
}

function markOwn(made) {
  own.add(made);
  return made;
}

const isOwn = (value) => own.has(value);

module.exports = { callable, markOwn, isOwn };
