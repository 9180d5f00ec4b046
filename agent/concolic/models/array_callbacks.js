'use strict';
// Functions of arrays that call back: the native ones are called with a function of ours, which hands shadows over to the program's.
const P = require('../../primordials.js');
const { Op, Type } = require('../ops.js');
const { runtime, trace, tables, node, isObject, aspect, lengthShadow } = require('../runtime.js');
const { elements, write, bound, zeros, joined } = require('./array_shadows.js');
const { replace, callBack, done } = require('./support.js');

const is = Object.is;

/** Calls the native function with a function that hands over shadows. `note` sees each result; `finish` gets what came out. */
function callsBack(name, note, finish) {
  replace(Array.prototype, name, (native) => (self, values, shadows, site) => {
    const [callee, receiver] = values;
    if (typeof callee !== 'function') return P.apply(native, self, values);
    const state = { site, shadows: [], list: self };
    const inner = function (value, index, list) {
      const own = isObject(list) ? runtime.get(0, list, index, 0, value, site) | 0 : 0;
      const result = callBack(callee, this, [value, index, list], [0, own, 0, 0], site);
      note(state, result, callBack.shadow, own, index);
      return result;
    };
    const passed = values.length > 1 ? [inner, receiver] : [inner];
    const result = P.apply(native, self, passed);
    if (isObject(self)) finish(state, result);
    return done(result, state.result | 0);
  });
}

function keep(state, result, shadow, own, index) {
  state.shadows[index] = shadow;
}

/** The decision that a truthy result is. */
function decide(state, result, shadow) {
  runtime.br(aspect(state.site, 0), shadow, result);
}

const whole = (state) => bound(state.site, state.list);

callsBack('forEach', () => {}, whole);
callsBack('map', keep, (state, result) => {
  whole(state);
  if (P.isArray(result)) write(result, state.shadows, lengthShadow(state.list));
});
callsBack('filter', (state, result, shadow, own) => {
  decide(state, result, shadow);
  if (result) state.shadows[state.shadows.length] = own;
}, (state, result) => {
  whole(state);
  if (P.isArray(result)) write(result, state.shadows, 0);
});
for (const [name, stop] of [['some', true], ['every', false]]) {
  callsBack(name, decide, (state, result) => {
    if (result !== stop) whole(state);
  });
}
for (const name of ['find', 'findIndex', 'findLast', 'findLastIndex']) {
  const value = name === 'find' || name === 'findLast';
  callsBack(name, (state, result, shadow, own) => {
    decide(state, result, shadow);
    if (result && value) state.result = own;
  }, (state, result) => {
    if (value ? state.result === undefined : result === -1) whole(state);
  });
}
callsBack('flatMap', (state, result, shadow) => {
  if (P.isArray(result)) state.shadows = joined(state.shadows, elements(result) || zeros(result.length));
  else state.shadows[state.shadows.length] = shadow;
}, (state, result) => {
  whole(state);
  if (state.shadows.length === result.length) write(result, state.shadows, 0);
});

for (const name of ['reduce', 'reduceRight']) {
  replace(Array.prototype, name, (native) => (self, values, shadows, site) => {
    const [callee] = values;
    if (typeof callee !== 'function') return P.apply(native, self, values);
    const given = values.length > 1;
    let last = given ? shadows[2] | 0 : -1;
    let before = given ? values[1] : undefined;
    const inner = (sum, value, index, list) => {
      if (last === -1) last = isObject(list) ? runtime.get(0, list, name === 'reduce' ? index - 1 : index + 1, 0, sum, site) | 0 : 0;
      else if (!is(sum, before)) last = 0;
      const own = isObject(list) ? runtime.get(0, list, index, 0, value, site) | 0 : 0;
      before = callBack(callee, undefined, [sum, value, index, list], [0, last, own, 0, 0], site);
      last = callBack.shadow;
      return before;
    };
    const result = P.apply(native, self, given ? [inner, values[1]] : [inner]);
    if (isObject(self)) bound(site, self);
    if (last === -1) last = isObject(self) && self.length === 1 ? runtime.get(0, self, 0, 0, result, site) | 0 : 0;
    return done(result, last);
  });
}

/** Values move with their shadows; of equal ones the first comes first, as the sort is stable. */
function rearranged(list, values, shadows) {
  const taken = zeros(values.length);
  const order = [];
  for (let i = 0; i < list.length; i++) {
    order[i] = 0;
    for (let j = 0; j < values.length; j++) {
      if (taken[j] === 0 && is(values[j], list[i])) {
        taken[j] = 1;
        order[i] = shadows[j];
        break;
      }
    }
  }
  return order;
}

replace(Array.prototype, 'sort', (native) => (self, values, shadows, site) => {
  const before = elements(self);
  const [callee] = values;
  if (before === undefined || (callee !== undefined && typeof callee !== 'function')) return P.apply(native, self, values);
  const old = [];
  const shadowOf = new P.SafeMap();
  for (let i = self.length - 1; i >= 0; i--) {
    old[i] = self[i];
    if (before[i] !== 0) shadowOf.set(self[i], before[i]);
  }
  const compare = (a, b) => {
    const result = callBack(callee, undefined, [a, b], [0, shadowOf.get(a) | 0, shadowOf.get(b) | 0], site);
    if (callBack.shadow !== 0 && typeof result === 'number') {
      runtime.br(aspect(site, 0), node(Op['<'], [callBack.shadow, trace.constant(0)]), result < 0);
    }
    return result;
  };
  const result = P.apply(native, self, callee === undefined ? values : [compare]);
  write(self, rearranged(self, old, before), lengthShadow(self));
  return done(result, 0);
});

replace(Array, 'from', (native) => (self, values, shadows, site) => {
  const [source, callee] = values;
  if ((shadows[1] | 0) !== 0) trace.type(site, shadows[1], (1 << Type.string) | (1 << Type.array));
  const steps = isObject(source) ? runtime.members(source) : undefined;
  const list = typeof source === 'string' || P.isArray(source) || steps !== undefined || (isObject(source) && tables.has(source));
  if (!list || (callee !== undefined && typeof callee !== 'function')) return P.apply(native, self, values);
  const text = typeof source === 'string' ? shadows[1] | 0 : 0;
  const own = (value, index) => {
    if (typeof source === 'string') return text === 0 ? 0 : node(Op.charAt, [text, trace.constant(index)]);
    if (steps !== undefined) return index < steps.length ? runtime.stepped(steps[index], value) : 0;
    return runtime.get(0, source, index, 0, value, site) | 0;
  };
  const state = [];
  const inner = function (value, index) {
    const shadow = own(value, index);
    if (callee === undefined) {
      state[index] = shadow;
      return value;
    }
    const result = callBack(callee, this, [value, index], [0, shadow, 0], site);
    state[index] = callBack.shadow;
    return result;
  };
  const result = P.apply(native, self, values.length > 2 ? [source, inner, values[2]] : [source, inner]);
  if (typeof source !== 'string' && steps === undefined) bound(site, source);
  const length = text === 0 ? lengthShadow(source) : node(Op.length, [text]);
  if (P.isArray(result)) write(result, state, length);
  return done(result, 0);
});

module.exports = {};
