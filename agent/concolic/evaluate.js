'use strict';
// What the operators of expressions (ops.js) mean, in the engine's own words. The debug oracle evaluates nodes with it, and the core's
// evaluator (src/concolic/expression/apply.cc) is tested against it.
const P = require('../primordials.js');
const { Op, kOps } = require('./ops.js');

const has = P.uncurry(String.prototype.includes);
const replace = P.uncurry(String.prototype.replace);
const exec = P.uncurry(RegExp.prototype.exec);

/** A match from a place on; the expression keeps no state. */
function match(source, flags, text, from = 0) {
  const pattern = new P.RegExp(source, has(flags, 'y') ? flags : `${replace(flags, 'g', '')}g`);
  pattern.lastIndex = from;
  return exec(pattern, text);
}

function all(source, flags, text) {
  const pattern = new P.RegExp(source, has(flags, 'g') ? flags : `${flags}g`);
  const found = [];
  for (let next = exec(pattern, text); next !== null; next = exec(pattern, text)) {
    found[found.length] = next;
    if (next[0] !== '') continue;
    const wide = has(flags, 'u') && P.charCodeAt(text, pattern.lastIndex) >>> 10 === 54;
    pattern.lastIndex += wide ? 2 : 1;
  }
  return found;
}

const meanings = {
  __proto__: null,
  '+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b, '/': (a, b) => a / b, '%': (a, b) => a % b, '**': (a, b) => a ** b,
  '&': (a, b) => a & b, '|': (a, b) => a | b, '^': (a, b) => a ^ b, '<<': (a, b) => a << b, '>>': (a, b) => a >> b,
  '>>>': (a, b) => a >>> b, '<': (a, b) => a < b, '<=': (a, b) => a <= b, '>': (a, b) => a > b, '>=': (a, b) => a >= b,
  '==': (a, b) => a == b, '!=': (a, b) => a != b, '===': (a, b) => a === b, '!==': (a, b) => a !== b,
  neg: (a) => -a, number: (a) => +a, '~': (a) => ~a, '!': (a) => !a, typeof: (a) => typeof a, string: String, boolean: Boolean,
  isArray: Array.isArray, length: (a) => a.length,
  replaceString: P.uncurry(String.prototype.replace), replaceAllString: P.uncurry(String.prototype.replaceAll),
  fromCharCode: String.fromCharCode, parseInt, parseFloat, numberToString: P.uncurry(Number.prototype.toString), isNaN, isFinite,
  isInteger: Number.isInteger,
  regexTest: (source, flags, text, from) => match(source, flags, text, from) !== null,
  regexIndex: (source, flags, text, from) => (match(source, flags, text, from) || { index: -1 }).index,
  regexEnd(source, flags, text, from) {
    const found = match(source, flags, text, from);
    return found === null ? 0 : found.index + found[0].length;
  },
  regexCapture: (source, flags, text, group, from) => match(source, flags, text, from)[group],
  regexCount: (source, flags, text) => all(source, flags, text).length,
  regexNth: (source, flags, text, number, group) => all(source, flags, text)[number][group],
  regexReplace: (source, flags, text, by) => replace(text, new P.RegExp(source, flags), by),
  regexSplitCount: (source, flags, text) => P.split(text, new P.RegExp(source, flags)).length,
  regexSplitPart: (source, flags, text, number) => P.split(text, new P.RegExp(source, flags))[number],
  splitCount: (text, by) => P.split(text, by).length,
  splitPart: (text, by, number) => P.split(text, by)[number],
  toFixed: P.uncurry(Number.prototype.toFixed), encodeURIComponent, decodeURIComponent, quote: (text) => P.printJson(text),
  classOf: P.uncurry(Object.prototype.toString),
  within: (index, length) => index % 1 === 0 && index >= 0 && index < length,
};

/** By number: undefined for what only inputs have. */
const byNumber = [];
for (let i = 0; i < kOps.length; i++) {
  const name = kOps[i];
  const method = typeof String.prototype[name] === 'function' ? P.uncurry(String.prototype[name]) : undefined;
  byNumber[i] = meanings[name] !== undefined ? meanings[name] : Math[name] !== undefined ? Math[name] : method;
}
// Texts have methods of this name, expressions mean something else by it.
for (const name of ['input', 'constant', 'present', 'instanceof']) byNumber[Op[name]] = undefined;

/** @returns {any} the value; throws what the engine throws */
function evaluate(op, operands) {
  return P.apply(byNumber[op], undefined, operands);
}

/** Whether an operator can be evaluated on values alone. */
function isKnown(op) {
  return byNumber[op] !== undefined;
}

module.exports = { evaluate, isKnown };
