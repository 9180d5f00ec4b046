'use strict';
// Functions with a chosen `length`, without a name, strict (`this` is what the caller passed) and constructible.
const P = require('./primordials.js');

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
  if (length < kMakers.length) return kMakers[length](run);
  const result = kMakers[0](run);
  P.defineProperty(result, 'length', { __proto__: null, value: length, configurable: true });
  return result;
}

module.exports = { callable };
