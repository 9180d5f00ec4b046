'use strict';
// Generators: the arguments of the call that made one wait for its first step; what is sent and what is yielded keep their shadows.
const P = require('../../primordials.js');
const { runtime } = require('../runtime.js');
const { replace, done } = require('./support.js');

const is = Object.is;

/** Before the body goes on. */
function resume(generator, values, shadows) {
  runtime.ys = 0;
  runtime.yv = undefined;
  runtime.ss = shadows[1] | 0;
  runtime.sv = values[0];
  const channel = runtime.generators.get(generator);
  if (channel === undefined) return;
  runtime.generators.delete(generator);
  runtime.channel = channel;
  runtime.p = -1;
}

replace(P.getPrototypeOf(P.getPrototypeOf((function* () {})())), 'next', (native) => (self, values, shadows) => {
  resume(self, values, shadows);
  const result = P.apply(native, self, values);
  const yielded = is(runtime.yv, result.value) ? runtime.ys : 0;
  if (yielded !== 0) runtime.set(result, 'value', yielded, result.value);
  if (!result.done) runtime.answer(yielded, result.value);
  return done(result, 0);
});
replace(P.getPrototypeOf(P.getPrototypeOf((async function* () {})())), 'next', (native) => (self, values, shadows) => {
  resume(self, values, shadows);
  return done(P.apply(native, self, values), 0);
});

module.exports = {};
