'use strict';
// What native code makes promises of: a value, a list of promises, what a callback returns.
const P = require('../../primordials.js');
const { runtime, models, isObject } = require('../runtime.js');
const { replace, callBack, done } = require('./support.js');

const record = (s, v, list, shadows, wrapped) => ({ s, v, list, shadows, wrapped });

models.set(Promise.resolve, (channel, result) => {
  const [value] = channel.values;
  if (value !== result) runtime.tie(result, record(channel.shadows[1] | 0, value));
  return 0;
});
models.set(Promise.reject, (channel) => {
  // Whoever awaits it catches the reason.
  runtime.thrown(channel.shadows[1] | 0, channel.values[0]);
  return 0;
});
for (const name of ['all', 'allSettled']) {
  models.set(Promise[name], (channel, result) => {
    const [list] = channel.values;
    if (!P.isArray(list)) return 0;
    const shadows = [];
    const values = [];
    for (let i = 0; i < list.length; i++) {
      const property = P.getOwnPropertyDescriptor(list, i);
      values[i] = property === undefined ? undefined : property.value;
      shadows[i] = runtime.get(channel.shadows[1] | 0, list, i, 0, values[i], channel.site) | 0;
    }
    runtime.tie(result, record(0, undefined, values, shadows, name === 'allSettled'));
    return 0;
  });
}

replace(Promise.prototype, 'then', (native) => (self, values, shadows, site) => {
  const [fulfilled, rejected] = values;
  const next = record(0, typeof fulfilled === 'function' ? undefined : self);
  const through = (callee, shadowOf) => (typeof callee === 'function' ? (value) => {
    const result = callBack(callee, undefined, [value], [0, shadowOf(value)], site);
    next.s = callBack.shadow;
    next.v = result;
    return result;
  } : callee);
  const result = P.apply(native, self, [through(fulfilled, (value) => runtime.settled(self, value)), through(rejected, (reason) => runtime.caught(reason))]);
  if (isObject(result)) runtime.tie(result, next);
  return done(result, 0);
});

module.exports = {};
