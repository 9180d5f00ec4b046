'use strict';
// JSON on small shapes. JSON.parse of a symbolic text: is it a number, a text, a word, a list or an object of such (without white space and
// escapes)? Each question is a decision, asked before the call can throw. What comes out is made of parts of the text; a name that an object
// lacks can be asked for, too. Other texts are parsed all the same and come out concrete.
const P = require('../../primordials.js');
const { Op, Type, typeOf } = require('../ops.js');
const { runtime, trace, models, befores, node, operand, isObject, table, aspect, child, Step } = require('../runtime.js');
const { wants, argument, concat } = require('./support.js');

const execute = P.uncurry(RegExp.prototype.exec);
const kText = '"[^"\\\\\\x00-\\x1f]*"';
const kNumber = '-?(?:0|[1-9]\\d*)(?:\\.\\d+)?';
const kScalar = `(?:${kText}|${kNumber}|true|false|null)`;
const kShapes = {
  __proto__: null,
  number: `^${kNumber}$`,
  text: `^${kText}$`,
  word: '^(?:true|false|null)$',
  object: `^\\{(?:${kText}:${kScalar}(?:,${kText}:${kScalar})*)?\\}$`,
  list: `^\\[(?:${kScalar}(?:,${kScalar})*)?\\]$`,
};
const kNames = P.keys(kShapes);
const kTokens = `${kText}|${kNumber}|true|false|null`;
/** Names that stand for themselves in a pattern. */
const kPlainName = /^[A-Za-z0-9_]+$/;
const kMostParts = 20;
/** Decisions about the words, about the parts. */
const kOfWords = 6;
const kOfParts = 10;

const matches = (source, text) => execute(new P.RegExp(source), text) !== null;
const asks = (source, shadow) => node(Op.regexTest, [trace.constant(source), trace.constant(''), shadow]);

/** Which shape the text has: undefined for others. */
function shapeOf(site, shadow, text) {
  for (let i = 0; i < kNames.length; i++) {
    const held = matches(kShapes[kNames[i]], text);
    runtime.br(aspect(site, i), asks(kShapes[kNames[i]], shadow), held);
    if (held) return kNames[i];
  }
  return undefined;
}

/** Name of what an input that is a text is parsed into, below the text (src/concolic/path.h: kParsed). */
const kParsed = 'JSON()';
/** Beside the decisions above: whether the text can be parsed. */
const kOfText = 39;
/** Symbols of texts that were parsed. */
const parsed = new P.SafeSet();

/** An input that is a text and is parsed: what comes out are inputs themselves, and the core writes the text. */
function parsesInput(channel, shadow) {
  if (runtime.deep !== 1 || shadow === 0 || channel.values.length !== 1 || typeof channel.values[0] !== 'string') return undefined;
  if (trace.input(shadow) === undefined || parsed.has(trace.operands[shadow])) return undefined;
  const symbol = trace.operands[shadow];
  try {
    P.parseJson(channel.values[0]);
  } catch (error) {
    const part = child(symbol, Step.property, 0, kParsed, Type.absent, undefined);
    if (part !== 0) runtime.br(aspect(channel.site, kOfText), node(Op.present, [part]), false);
    return { input: -1 };
  }
  parsed.add(symbol);
  return { input: symbol };
}

befores.set(JSON.parse, (channel) => {
  const shadow = argument(channel, 0);
  const own = parsesInput(channel, shadow);
  if (own !== undefined) return own;
  if (shadow === 0 || trace.isConstant(shadow) || channel.values.length !== 1) return undefined;
  const text = node(Op.string, [shadow]);
  return { text, shape: shapeOf(channel.site, text, `${channel.values[0]}`) };
});
wants(JSON.parse, 0, 1 << Type.string);

/** What a part of the text says. */
function scalar(shadow, value) {
  switch (typeof value) {
    case 'number': return node(Op.number, [shadow]);
    case 'string': return node(Op.slice, [shadow, trace.constant(1), trace.constant(-1)]);
    case 'boolean': return node(Op['==='], [shadow, trace.constant('true')]);
    default: return 0;
  }
}

/** A part: whether it is a text decides what it can be compared with. */
function part(site, number, shadow, value) {
  runtime.br(aspect(site, kOfParts + number), asks('^"', shadow), typeof value === 'string');
  return { s: scalar(shadow, value), v: value };
}

function list(site, text, result) {
  const { entries } = table(result);
  const tokens = [trace.constant(kTokens), trace.constant('g'), text];
  entries.set('length', { s: node(Op.regexCount, tokens), v: result.length });
  for (let i = 0; i < result.length && i < kMostParts; i++) {
    const token = node(Op.regexNth, [tokens[0], tokens[1], text, trace.constant(i), trace.constant(0)]);
    entries.set(`${i}`, part(site, i, token, result[i]));
  }
}

function object(site, text, value, result) {
  const found = table(result);
  const names = P.keys(result);
  for (let i = 0; i < names.length && i < kMostParts; i++) {
    if (execute(kPlainName, names[i]) === null) continue;
    const source = `"${names[i]}":(${kScalar})`;
    // Of two that have the same name the last one counts.
    if (matches(`${source}.*"${names[i]}":`, value)) continue;
    const token = node(Op.regexCapture, [trace.constant(source), trace.constant(''), text, trace.constant(1)]);
    found.entries.set(names[i], part(site, i, token, result[names[i]]));
  }
  found.absent = (name, where) => {
    if (execute(kPlainName, name) !== null) runtime.br(aspect(where, 0), asks(`"${name}":`, text), matches(`"${name}":`, value));
  };
}

models.set(JSON.parse, (channel, result) => {
  const { text, shape, input } = channel.before || {};
  if (input >= 0) {
    const part = child(input, Step.property, 0, kParsed, typeOf(result), result);
    if (part !== 0) runtime.br(aspect(channel.site, kOfText), node(Op.present, [part]), true);
    return part;
  }
  switch (shape) {
    case 'number': case 'text':
      return scalar(text, result);
    case 'word':
      for (let i = 0; i < 2; i++) {
        const word = i === 0 ? 'true' : 'false';
        runtime.br(aspect(channel.site, kOfWords + i), node(Op['==='], [text, trace.constant(word)]), `${result}` === word);
      }
      return 0;
    case 'list':
      list(channel.site, text, result);
      return 0;
    case 'object':
      object(channel.site, text, channel.values[0], result);
      return 0;
    default:
      return 0;
  }
});

const kDeepest = 3;
const kPrinted = 1 << Type.string;
const ObjectPrototype = Object.prototype;

/** The shadow of a scalar's text; 0 where it is not known. */
function printedScalar(shadow, value) {
  const own = operand(shadow, value);
  if (own === 0) return 0;
  if (typeof value === 'string') return node(Op.quote, [own]);
  return value === null || typeof value === 'boolean' || (typeof value === 'number' && value - value === 0) ? node(Op.string, [own]) : 0;
}

function isPlain(value) {
  if (P.types.isProxy(value) || 'toJSON' in value) return false;
  const prototype = P.getPrototypeOf(value);
  return P.isArray(value) || prototype === null || prototype === ObjectPrototype;
}

/** Something in what is printed depends on inputs. */
let symbolic = false;

/** The text of a list or of a plain object, part by part. */
function printed(site, shadow, value, depth) {
  symbolic = symbolic || (shadow !== 0 && !trace.isConstant(shadow));
  if (!isObject(value)) return printedScalar(shadow, value);
  if (depth > kDeepest || typeof value === 'function' || !isPlain(value)) return 0;
  const isList = P.isArray(value);
  const names = isList ? value : P.keys(value);
  if (names.length > kMostParts) return 0;
  let text = trace.constant(isList ? '[' : '{');
  let between = '';
  for (let i = 0; i < names.length; i++) {
    const name = isList ? i : names[i];
    const property = P.getOwnPropertyDescriptor(value, name);
    if (property === undefined || !P.hasOwn(property, 'value')) return 0;
    const own = runtime.get(0, value, name, 0, property.value, site) | 0;
    if (own !== 0) trace.type(site, own, kPrinted);
    // What is undefined is left out of objects.
    if (property.value === undefined && !isList) continue;
    text = concat(text, trace.constant(isList ? between : `${between}${P.printJson(name)}:`));
    text = concat(text, property.value === undefined ? trace.constant('null') : printed(site, own, property.value, depth + 1));
    between = ',';
  }
  return concat(text, trace.constant(isList ? ']' : '}'));
}

models.set(JSON.stringify, (channel, result) => {
  if (channel.values.length !== 1 || typeof result !== 'string') return 0;
  symbolic = false;
  const text = printed(channel.site, isObject(channel.values[0]) ? 0 : channel.shadows[1] | 0, channel.values[0], 0);
  return symbolic ? text : 0;
});

module.exports = {};
