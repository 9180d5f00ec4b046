'use strict';
// Function.prototype.bind: a call of what it made is a call of what was bound, with the arguments that were. call and apply are in
// ../calls.js.
const P = require('../../primordials.js');
const { runtime } = require('../runtime.js');
const { replace, done } = require('./support.js');

/** Stands between what was bound to symbolic values and who calls it: the call itself may have nothing symbolic. */
function between(callee, shadows) {
  const through = function (...values) {
    const their = [shadows[0]];
    for (let i = 0; i < values.length; i++) their[i + 1] = shadows[i + 1] | 0;
    const { channel } = runtime;
    // What the caller has passed comes behind what was bound.
    if (runtime.p === -1 && channel !== null && channel.callee === through) {
      for (let i = shadows.length - 1; i < values.length; i++) their[i + 1] = channel.shadows[i + 1] | 0;
    }
    runtime.open(runtime.at, callee, this, values, their);
    if (new.target === undefined) return P.apply(callee, this, values);
    return P.construct(callee, values, new.target === through ? callee : new.target);
  };
  for (const name of ['name', 'length']) {
    P.defineProperty(through, name, { __proto__: null, value: callee[name], configurable: true });
  }
  // What is bound is an instance's class, too.
  const prototype = P.getOwnPropertyDescriptor(callee, 'prototype');
  P.defineProperty(through, 'prototype', { __proto__: null, value: prototype === undefined ? undefined : prototype.value, writable: false });
  return through;
}

// Also while the target is loaded: `call.bind(slice)` stands at the top of many files.
replace(Function.prototype, 'bind', (native) => (self, values, shadows) => {
  const given = [];
  const their = [shadows[1] | 0];
  let any = their[0];
  for (let i = 1; i < values.length; i++) {
    given[i - 1] = values[i];
    any |= their[i] = shadows[i + 1] | 0;
  }
  const callee = any !== 0 && typeof self === 'function' ? between(self, their) : self;
  const result = P.apply(native, callee, values);
  runtime.bound.set(result, { callee, self: values[0], values: given, shadows: their });
  return done(result, 0);
}, true);

module.exports = {};
