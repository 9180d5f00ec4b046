'use strict';
// What the results of native functions are made of. A model gets the channel of the call (callee, self, values, shadows) and the
// result, and returns a shadow, 0 for concrete. It never changes the result.
const P = require('../primordials.js');
const { Op } = require('./ops.js');
const { runtime, trace, tables, models, operand, node, isObject } = require('./runtime.js');

/** The shadow of argument `i` (-1: this) as a number, string or boolean; 0 for objects. */
function argument(channel, i) {
  const value = i < 0 ? channel.self : channel.values[i];
  if (isObject(value) || typeof value === 'symbol' || typeof value === 'bigint') return 0;
  return operand(channel.shadows[i + 1] | 0, value);
}

/** A string method: a symbolic receiver or argument makes the result symbolic. `required`: arguments that must be there. */
function string(name, op, most, required = 0) {
  models.set(String.prototype[name], (channel) => {
    const self = textOf(channel);
    if (self === 0 || channel.values.length < required) return 0;
    const operands = [self];
    for (let i = 0; i < most && i < channel.values.length; i++) {
      const value = argument(channel, i);
      if (value === 0) return 0;
      operands[i + 1] = value;
    }
    return worth(operands) ? node(op, operands) : 0;
  });
}

/** `this` of a string method as text. */
function textOf(channel) {
  if (typeof channel.self === 'string') return argument(channel, -1);
  return 0;
}

/** Constants alone make a constant, which is no news. */
function worth(operands) {
  for (let i = 0; i < operands.length; i++) if (!trace.isConstant(operands[i])) return true;
  return false;
}

for (const [name, most] of [
  ['charAt', 1], ['charCodeAt', 1], ['codePointAt', 1], ['at', 1], ['slice', 2], ['substring', 2], ['substr', 2], ['indexOf', 2],
  ['lastIndexOf', 2], ['includes', 2], ['startsWith', 2], ['endsWith', 2], ['trim', 0], ['trimStart', 0], ['trimEnd', 0],
  ['padStart', 2], ['padEnd', 2], ['repeat', 1], ['toLowerCase', 0], ['toUpperCase', 0],
]) string(name, Op[name], most);
models.set(String.prototype.toString, (channel) => textOf(channel));
models.set(String.prototype.valueOf, (channel) => textOf(channel));
models.set(String.prototype.concat, (channel) => {
  let text = textOf(channel);
  for (let i = 0; i < channel.values.length && text !== 0; i++) text = node(Op['+'], [text, node(Op.string, [argument(channel, i)])]);
  return text;
});

const dollar = P.uncurry(String.prototype.includes);
function replace(name, op) {
  models.set(String.prototype[name], (channel) => {
    const [pattern, replacement] = channel.values;
    if (typeof pattern !== 'string' || typeof replacement !== 'string' || dollar(replacement, '$')) {
      trace.lost(`String.prototype.${name}`);
      return 0;
    }
    const operands = [textOf(channel), argument(channel, 0), argument(channel, 1)];
    return worth(operands) ? node(op, operands) : 0;
  });
}
replace('replace', Op.replaceString);
if (String.prototype.replaceAll) replace('replaceAll', Op.replaceAllString);

/** A function of its first arguments. */
function plain(callee, op, most, least = most) {
  models.set(callee, (channel) => {
    if (channel.values.length < least) return 0;
    const operands = [];
    for (let i = 0; i < most && i < channel.values.length; i++) operands[i] = argument(channel, i);
    return operands.length > 0 && worth(operands) ? node(op, operands) : 0;
  });
}

for (const name of ['floor', 'ceil', 'round', 'trunc', 'abs', 'sign', 'sqrt']) plain(Math[name], Op[name], 1);
plain(Math.pow, Op.pow, 2);
for (const name of ['min', 'max']) {
  models.set(Math[name], (channel) => {
    if (channel.values.length === 0) return 0;
    let all = node(Op.number, [argument(channel, 0)]);
    for (let i = 1; i < channel.values.length; i++) all = node(Op[name], [all, argument(channel, i)]);
    return all;
  });
}
plain(Number, Op.number, 1);
plain(String, Op.string, 1);
plain(Boolean, Op.boolean, 1);
plain(parseInt, Op.parseInt, 2, 1);
plain(parseFloat, Op.parseFloat, 1);
plain(isNaN, Op.isNaN, 1);
plain(isFinite, Op.isFinite, 1);
plain(Number.isInteger, Op.isInteger, 1);
// Unlike the global functions these convert nothing.
models.set(Number.isNaN, (channel, result) => typed(channel, Op.isNaN));
models.set(Number.isFinite, (channel, result) => typed(channel, Op.isFinite));
function typed(channel, op) {
  return typeof channel.values[0] === 'number' ? node(op, [argument(channel, 0)]) : 0;
}
models.set(Number.prototype.toString, (channel) => {
  if (typeof channel.self !== 'number') return 0;
  const operands = [argument(channel, -1)];
  if (channel.values.length > 0 && channel.values[0] !== undefined) operands[1] = argument(channel, 0);
  return worth(operands) ? node(operands.length === 1 ? Op.string : Op.numberToString, operands) : 0;
});
plain(String.fromCharCode, Op.fromCharCode, 1);

/** An input, whatever its type. */
function input(channel, i) {
  const value = i < 0 ? channel.self : channel.values[i];
  const found = isObject(value) ? tables.get(value) : undefined;
  const shadow = found !== undefined && found.symbol >= 0 ? found.node : channel.shadows[i + 1] | 0;
  return shadow !== 0 && trace.input(shadow) !== undefined ? shadow : 0;
}

models.set(Array.isArray, (channel) => node(Op.isArray, [input(channel, 0)]));

function presence(object, key) {
  return isObject(object) && (typeof key === 'string' || typeof key === 'number') ? runtime.bin('in', 0, 0, key, 0, object, true) : 0;
}
models.set(Object.prototype.hasOwnProperty, (channel) => presence(channel.self, channel.values[0]));
if (Object.hasOwn) models.set(Object.hasOwn, (channel) => presence(channel.values[0], channel.values[1]));

models.set(RegExp.prototype.test, (channel) => {
  const pattern = channel.self;
  const text = argument(channel, 0);
  if (text === 0 || !P.types.isRegExp(pattern)) return 0;
  const flags = P.regExpFlags(pattern);
  if (P.indexOf(flags, 'g') >= 0 || P.indexOf(flags, 'y') >= 0) {
    trace.lost('a regular expression with lastIndex');
    return 0;
  }
  if (trace.isConstant(text)) return 0;
  return node(Op.regexTest, [trace.constant(P.regExpSource(pattern)), trace.constant(flags), node(Op.string, [text])]);
});

module.exports = {};
