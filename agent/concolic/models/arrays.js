'use strict';
// Array.prototype: elements keep their shadows where they go, and the length of a symbolic array stays symbolic. The native functions
// do the work. Those that call back are in array_callbacks.js.
const P = require('../../primordials.js');
const { Op, Type } = require('../ops.js');
const { runtime, trace, tables, models, operand, node, isObject, aspect, lengthShadow } = require('../runtime.js');
const { elements, write, size, plus, bound, zeros, joined, part } = require('./array_shadows.js');
const { concat, replace, done, worth } = require('./support.js');

const kMostElements = 1000;

// Elements that move.

function adds(name, arrange, added) {
  replace(Array.prototype, name, (native) => (self, values, shadows) => {
    const before = elements(self);
    let any = 0;
    for (let i = 1; i < shadows.length; i++) any |= shadows[i];
    if (!P.isArray(self) || (before === undefined && any === 0)) return P.apply(native, self, values);
    const length = size(self);
    const result = P.apply(native, self, values);
    const given = [];
    for (let i = 0; i < values.length; i++) given[i] = shadows[i + 1] | 0;
    const old = before === undefined ? zeros(self.length - values.length) : before;
    const grown = plus(length, added(values));
    write(self, arrange(old, given), grown);
    return done(result, grown);
  });
}

adds('push', (old, given) => joined(old, given), (values) => values.length);
adds('unshift', (old, given) => joined(given, old), (values) => values.length);

function removes(name, first) {
  replace(Array.prototype, name, (native) => (self, values, shadows, site) => {
    const before = elements(self);
    if (before === undefined) return P.apply(native, self, values);
    const length = size(self);
    runtime.br(site, node(Op['>'], [length, trace.constant(0)]), self.length > 0);
    const count = self.length;
    const result = P.apply(native, self, values);
    if (count === 0) return done(result, 0);
    write(self, first ? part(before, 1, count) : part(before, 0, count - 1), plus(length, -1));
    return done(result, before[first ? 0 : count - 1]);
  });
}
removes('shift', true);
removes('pop', false);

/** Objects among indices are converted by their own code, which must not run twice. */
function isPlain(values, from, to) {
  for (let i = from; i < to && i < values.length; i++) if (isObject(values[i]) || typeof values[i] === 'symbol' || typeof values[i] === 'bigint') return false;
  return true;
}

function relative(value, length, missing) {
  if (value === undefined) return missing;
  const number = isObject(value) ? NaN : +value;
  const whole = number !== number ? 0 : number < 0 ? -((-number) - ((-number) % 1)) : number - (number % 1);
  return whole < 0 ? (length + whole < 0 ? 0 : length + whole) : whole > length ? length : whole;
}

replace(Array.prototype, 'splice', (native) => (self, values, shadows) => {
  const before = elements(self);
  if (!P.isArray(self)) return P.apply(native, self, values);
  const length = size(self);
  const count = self.length;
  const result = P.apply(native, self, values);
  let any = before === undefined ? 0 : 1;
  const given = [];
  for (let i = 2; i < values.length; i++) any |= given[i - 2] = shadows[i + 1] | 0;
  if (any === 0) return done(result, 0);
  if (!isPlain(values, 0, 2)) {
    write(self, zeros(self.length), 0);
    return done(result, 0);
  }
  const old = before === undefined ? zeros(count) : before;
  const from = values.length === 0 ? 0 : relative(values[0], count, 0);
  const removed = result.length;
  write(self, joined(joined(part(old, 0, from), given), part(old, from + removed, count)), plus(length, given.length - removed));
  write(result, part(old, from, from + removed), 0);
  return done(result, 0);
});

replace(Array.prototype, 'slice', (native) => (self, values, shadows) => {
  const result = P.apply(native, self, values);
  const before = elements(self);
  if (before === undefined || !P.isArray(result) || !isPlain(values, 0, 2)) return done(result, 0);
  const from = relative(values[0], self.length, 0);
  const length = lengthShadow(self);
  const open = values[1] === undefined && from >= 0 && (values[0] === undefined || values[0] >= 0) && length !== 0;
  write(result, part(before, from, from + result.length), open ? node(Op.max, [plus(length, -from), trace.constant(0)]) : 0);
  return done(result, 0);
});

replace(Array.prototype, 'concat', (native) => (self, values, shadows) => {
  const result = P.apply(native, self, values);
  if (!P.isArray(self) || !P.isArray(result) || result.length > kMostElements) return done(result, 0);
  let all = elements(self) || zeros(self.length);
  let length = size(self);
  for (let i = 0; i < values.length; i++) {
    if (P.isArray(values[i])) {
      all = joined(all, elements(values[i]) || zeros(values[i].length));
      length = node(Op['+'], [length, size(values[i])]);
    } else {
      all = joined(all, [shadows[i + 1] | 0]);
      length = node(Op['+'], [length, trace.constant(1)]);
    }
  }
  let symbolic = lengthShadow(self);
  for (let i = 0; i < values.length; i++) if (P.isArray(values[i])) symbolic |= lengthShadow(values[i]);
  if (all.length === result.length) write(result, all, symbolic === 0 ? 0 : length);
  return done(result, 0);
});

replace(Array.prototype, 'reverse', (native) => (self, values) => {
  const before = elements(self);
  const result = P.apply(native, self, values);
  if (before === undefined) return done(result, 0);
  const turned = [];
  for (let i = before.length - 1; i >= 0; i--) turned[turned.length] = before[i];
  write(self, turned, lengthShadow(self));
  return done(result, 0);
});

replace(Array.prototype, 'fill', (native) => (self, values, shadows) => {
  const before = elements(self);
  const result = P.apply(native, self, values);
  if (!P.isArray(self) || (before === undefined && (shadows[1] | 0) === 0)) return done(result, 0);
  if (!isPlain(values, 1, 3)) {
    write(self, zeros(self.length), 0);
    return done(result, 0);
  }
  const filled = before || zeros(self.length);
  const to = relative(values[2], self.length, self.length);
  for (let i = relative(values[1], self.length, 0); i < to; i++) filled[i] = shadows[1] | 0;
  write(self, filled, lengthShadow(self));
  return done(result, 0);
});

/** `[a, ...b]`: shadows of elements, and lists, each after a 0 or a 1 that says which. */
runtime.arr = (array, list) => {
  let all = [];
  let length = trace.constant(0);
  for (let i = 0; i < list.length; i += 2) {
    const source = list[i + 1];
    const spread = list[i] === 1;
    if (spread && !P.isArray(source)) {
      // Only what was iterated over last is known.
      if (list.length > 2 || !isObject(source)) return;
      all = [];
      for (let k = 0; k < array.length && k < kMostElements; k++) all[k] = runtime.followed(source, k, array[k]);
      length = 0;
      continue;
    }
    all = joined(all, spread ? elements(source) || zeros(source.length) : [source | 0]);
    length = node(Op['+'], [length, spread ? size(source) : trace.constant(1)]);
  }
  let symbolic = false;
  for (let i = 0; i < list.length; i += 2) symbolic = symbolic || (list[i] === 1 && lengthShadow(list[i + 1]) !== 0);
  if (all.length === array.length && array.length <= kMostElements) write(array, all, symbolic ? length : 0);
};

// Elements that are looked for or written.

/** Which element equals: one decision each, up to the one that does. */
function looksFor(name, equal) {
  replace(Array.prototype, name, (native) => (self, values, shadows, site) => {
    const result = P.apply(native, self, values);
    const before = elements(self);
    const wanted = operand(shadows[1] | 0, values[0]);
    if (!P.isArray(self) || (before === undefined && (shadows[1] | 0) === 0) || values.length !== 1) return done(result, 0);
    for (let i = 0; i < self.length && i < kMostElements; i++) {
      const same = equal(self[i], values[0]);
      const one = operand(before === undefined ? 0 : before[i], self[i]);
      if (one !== 0 && wanted !== 0 && worth([one, wanted]) && !isObject(self[i])) {
        runtime.br(aspect(site, i), node(Op['==='], [one, wanted]), same);
      }
      if (same) return done(result, 0);
    }
    bound(site, self);
    return done(result, 0);
  });
}
looksFor('indexOf', (a, b) => a === b);
looksFor('includes', (a, b) => a === b || (a !== a && b !== b));

replace(Array.prototype, 'join', (native) => (self, values, shadows, site) => {
  const result = P.apply(native, self, values);
  const before = elements(self);
  const separator = values[0] === undefined ? trace.constant(',') : operand(shadows[1] | 0, values[0]);
  if (before === undefined || separator === 0) return done(result, 0);
  bound(site, self);
  let whole = trace.constant('');
  let any = !trace.isConstant(separator);
  for (let i = 0; i < self.length; i++) {
    const value = self[i];
    if (i > 0) whole = concat(whole, separator);
    if (before[i] !== 0) trace.type(site, before[i], 1 << Type.string);
    if (value === undefined || value === null) continue;
    if (isObject(value)) return done(result, 0);
    any = any || before[i] !== 0;
    whole = concat(whole, node(Op.string, [operand(before[i], value)]));
  }
  return done(result, any ? whole : 0);
});

replace(Array.prototype, 'at', (native) => (self, values, shadows, site) => {
  const result = P.apply(native, self, values);
  if (elements(self) === undefined) return done(result, 0);
  const index = values[0] < 0 ? self.length + values[0] : values[0];
  const given = shadows[1] | 0;
  const shadow = given !== 0 && values[0] < 0 ? node(Op['+'], [size(self), given]) : given;
  return done(result, runtime.get(0, self, index, shadow, result, site));
});

models.set(Array.isArray, (channel) => {
  const value = channel.values[0];
  const found = isObject(value) ? tables.get(value) : undefined;
  const shadow = found !== undefined && found.symbol >= 0 ? found.node : channel.shadows[1] | 0;
  return shadow !== 0 && trace.input(shadow) !== undefined ? node(Op.isArray, [shadow]) : 0;
});

module.exports = {};
