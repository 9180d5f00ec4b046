'use strict';
// String.prototype, String and what reads or writes texts, but for regular expressions (regexps.js).
const P = require('../../primordials.js');
const { Op, Type } = require('../ops.js');
const { runtime, trace, models, befores, node, table } = require('../runtime.js');
const { isPlainRegExp, wants, argument, textOf, worth, plain, concat } = require('./support.js');

const kMostParts = 200;
const execute = P.uncurry(RegExp.prototype.exec);

/** A string method: a symbolic receiver or argument makes the result symbolic. */
function string(name, op, most) {
  if (typeof String.prototype[name] !== 'function') return;
  models.set(String.prototype[name], (channel) => {
    const self = textOf(channel);
    if (self === 0) return 0;
    const operands = [self];
    for (let i = 0; i < most && i < channel.values.length; i++) {
      const value = argument(channel, i);
      if (value === 0) return 0;
      operands[i + 1] = value;
    }
    return worth(operands) ? node(op, operands) : 0;
  });
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
  let any = text !== 0 && !trace.isConstant(text);
  for (let i = 0; i < channel.values.length && text !== 0; i++) {
    const part = argument(channel, i);
    any = any || (part !== 0 && !trace.isConstant(part));
    text = concat(text, node(Op.string, [part]));
  }
  return any ? text : 0;
});
models.set(String.prototype.localeCompare, (channel) => {
  if (channel.values.length !== 1) return 0;
  const operands = [textOf(channel), argument(channel, 0)];
  return worth(operands) ? node(Op.localeCompare, operands) : 0;
});

for (let i = 0; i < 3; i++) wants(String.prototype.concat, i, 1 << Type.string);

plain(String, Op.string, 1);
/** @param {(value: any) => boolean} isUnit whether a character of this code is one unit of a text */
const characters = (isUnit) => (channel) => {
  const operands = [];
  for (let i = 0; i < channel.values.length; i++) {
    if (!isUnit(channel.values[i])) return 0;
    operands[i] = argument(channel, i);
  }
  return operands.length > 0 && operands.length < 16 && worth(operands) ? node(Op.fromCharCode, operands) : 0;
};
models.set(String.fromCharCode, characters(() => true));
models.set(String.fromCodePoint, characters((value) => value < 0x10000));
plain(encodeURIComponent, Op.encodeURIComponent, 1);
plain(decodeURIComponent, Op.decodeURIComponent, 1);

/** It throws on these: a decision that leaves no result. */
const kMalformed = '%(?![0-7][0-9a-fA-F])';
befores.set(decodeURIComponent, (channel) => {
  const text = argument(channel, 0);
  if (text === 0 || trace.isConstant(text)) return;
  const malformed = node(Op.regexTest, [trace.constant(kMalformed), trace.constant(''), node(Op.string, [text])]);
  runtime.br(channel.site, malformed, execute(/%(?![0-7][0-9a-fA-F])/, `${channel.values[0]}`) !== null);
});

wants(encodeURIComponent, 0, 1 << Type.string);
wants(decodeURIComponent, 0, 1 << Type.string);

/** The parts of a text as an array whose length and elements are made of it. */
function parts(result, countOf, partOf) {
  if (!P.isArray(result) || result.length > kMostParts) return;
  const { entries } = table(result);
  entries.set('length', { s: countOf(), v: result.length });
  for (let i = 0; i < result.length; i++) entries.set(`${i}`, { s: partOf(trace.constant(i)), v: result[i] });
}

models.set(String.prototype.split, (channel, result) => {
  const [separator, limit] = channel.values;
  const text = textOf(channel);
  if (text === 0) return 0;
  const most = limit === undefined ? 0 : node(Op['>>>'], [argument(channel, 1), trace.constant(0)]);
  if (limit !== undefined && most === 0) return 0;
  const atMost = (count) => (most === 0 ? count : node(Op.min, [count, most]));
  if (P.types.isRegExp(separator)) {
    const source = trace.constant(P.regExpSource(separator));
    const flags = trace.constant(P.regExpFlags(separator));
    if (isPlainRegExp(separator) && worth([text])) {
      parts(result, () => atMost(node(Op.regexSplitCount, [source, flags, text])), (i) => node(Op.regexSplitPart, [source, flags, text, i]));
    }
    return 0;
  }
  const by = argument(channel, 0);
  if (separator !== undefined && by !== 0 && worth([text, by])) {
    parts(result, () => atMost(node(Op.splitCount, [text, by])), (i) => node(Op.splitPart, [text, by, i]));
  }
  return 0;
});

module.exports = {};
