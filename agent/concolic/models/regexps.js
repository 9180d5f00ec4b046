'use strict';
// RegExp.prototype and the methods of strings that take regular expressions. Whether something matches is a decision of the call;
// what was captured is a property of the result, made of the text.
const P = require('../../primordials.js');
const { Op, Type } = require('../ops.js');
const { runtime, trace, tables, models, befores, operand, node, table, aspect } = require('../runtime.js');
const { isPlainRegExp, wants, argument, textOf, worth, concat, replace, callBack, done } = require('./support.js');

const has = P.uncurry(String.prototype.includes);
const kMostMatches = 100;

/** Name → number of the group. */
function groupNames(source) {
  const names = { __proto__: null };
  let inSet = false;
  let count = 0;
  for (let i = 0; i < source.length; i++) {
    const c = source[i];
    if (c === '\\') i++;
    else if (c === '[') inSet = true;
    else if (c === ']') inSet = false;
    else if (c === '(' && !inSet) {
      const named = source[i + 1] === '?' && source[i + 2] === '<' && source[i + 3] !== '=' && source[i + 3] !== '!';
      if (source[i + 1] !== '?' || named) count++;
      if (named) names[P.slice(source, i + 3, P.indexOf(source, '>', i))] = count;
    }
  }
  return names;
}

/** Source, flags and text as operands; undefined where nothing is symbolic. */
function question(pattern, text, from) {
  if (text === 0 || !isPlainRegExp(pattern)) return undefined;
  const flags = P.regExpFlags(pattern);
  const source = P.regExpSource(pattern);
  const stateful = has(flags, 'g') || has(flags, 'y');
  const behind = stateful && from !== 0 ? [from] : [];
  if (!worth([text]) && !worth(behind)) return undefined;
  return { base: [trace.constant(source), trace.constant(flags), node(Op.string, [text])], from: behind, stateful, source, flags };
}

function ask(op, asked, between) {
  const operands = [asked.base[0], asked.base[1], asked.base[2]];
  for (let i = 0; i < between.length; i++) operands[operands.length] = between[i];
  for (let i = 0; i < asked.from.length; i++) operands[operands.length] = asked.from[i];
  return node(op, operands);
}

function lastIndexOf(pattern) {
  return P.getOwnPropertyDescriptor(pattern, 'lastIndex').value;
}

/** Where the search begins, seen before the call changes it. */
function beginning(channel) {
  const pattern = P.types.isRegExp(channel.self) ? channel.self : channel.values[0];
  if (!P.types.isRegExp(pattern)) return 0;
  const value = lastIndexOf(pattern);
  const found = tables.get(pattern);
  const entry = found === undefined ? undefined : found.entries.get('lastIndex');
  return entry !== undefined && Object.is(entry.v, value) && entry.s !== 0 ? entry.s : trace.constant(value);
}

function noteLastIndex(pattern, asked) {
  if (!asked.stateful) return;
  table(pattern).entries.set('lastIndex', { s: ask(Op.regexEnd, asked, []), v: lastIndexOf(pattern) });
}

/** Names what a match holds. `captured`: number of the group → shadow. */
function describe(result, asked, captured) {
  const { entries } = table(result);
  for (let i = 0; i < result.length; i++) entries.set(`${i}`, { s: captured(trace.constant(i)), v: result[i] });
  entries.set('input', { s: asked.base[2], v: result.input });
  if (result.groups === undefined) return;
  const names = groupNames(asked.source);
  const keys = P.keys(names);
  const groups = table(result.groups).entries;
  for (let i = 0; i < keys.length; i++) groups.set(keys[i], { s: captured(trace.constant(names[keys[i]])), v: result.groups[keys[i]] });
}

function execModel(channel, result, pattern, text) {
  const asked = question(pattern, text, channel.before | 0);
  if (asked === undefined) return 0;
  runtime.br(channel.site, ask(Op.regexTest, asked, []), result !== null);
  noteLastIndex(pattern, asked);
  if (result === null) return 0;
  describe(result, asked, (group) => ask(Op.regexCapture, asked, [group]));
  tables.get(result).entries.set('index', { s: ask(Op.regexIndex, asked, []), v: result.index });
  return 0;
}

befores.set(RegExp.prototype.exec, beginning);
befores.set(RegExp.prototype.test, beginning);
befores.set(String.prototype.match, beginning);
wants(RegExp.prototype.exec, 0, 1 << Type.string);
wants(RegExp.prototype.test, 0, 1 << Type.string);
models.set(RegExp.prototype.exec, (channel, result) => execModel(channel, result, channel.self, argument(channel, 0)));
models.set(RegExp.prototype.test, (channel) => {
  const asked = question(channel.self, argument(channel, 0), channel.before | 0);
  if (asked === undefined) return 0;
  noteLastIndex(channel.self, asked);
  return ask(Op.regexTest, asked, []);
});

/** What match() and search() make of a text. */
function patternOf(value) {
  if (P.types.isRegExp(value)) return value;
  return typeof value === 'string' ? new P.RegExp(value) : undefined;
}

models.set(String.prototype.match, (channel, result) => {
  const pattern = patternOf(channel.values[0]);
  const text = textOf(channel);
  if (pattern === undefined || !has(P.regExpFlags(pattern), 'g')) return execModel(channel, result, pattern, text);
  const asked = question(pattern, text, 0);
  if (asked === undefined) return 0;
  runtime.br(channel.site, ask(Op.regexTest, asked, []), result !== null);
  if (result === null || result.length > kMostMatches) return 0;
  const { entries } = table(result);
  entries.set('length', { s: ask(Op.regexCount, asked, []), v: result.length });
  for (let i = 0; i < result.length; i++) {
    entries.set(`${i}`, { s: ask(Op.regexNth, asked, [trace.constant(i), trace.constant(0)]), v: result[i] });
  }
  return 0;
});
models.set(String.prototype.search, (channel) => {
  const asked = question(patternOf(channel.values[0]), textOf(channel), 0);
  return asked === undefined ? 0 : ask(Op.regexIndex, asked, []);
});

/** Iterator of matchAll() → what it goes over. */
const iterations = new P.SafeWeakMap();
models.set(String.prototype.matchAll, (channel, result) => {
  const asked = question(channel.values[0], textOf(channel), 0);
  if (asked !== undefined && lastIndexOf(channel.values[0]) === 0) iterations.set(result, { asked, next: 0 });
  return 0;
});
const iteratorPrototype = P.getPrototypeOf('a'.matchAll(/a/g));
replace(iteratorPrototype, 'next', (native) => (self, values, shadows, site) => {
  const result = P.apply(native, self, values);
  const iteration = iterations.get(self);
  if (iteration === undefined) return result;
  const { asked } = iteration;
  const number = trace.constant(iteration.next++);
  runtime.br(aspect(site, 0), node(Op['>'], [ask(Op.regexCount, asked, []), number]), !result.done);
  if (!result.done) describe(result.value, asked, (group) => ask(Op.regexNth, asked, [number, group]));
  return result;
});

/** The matches of a call of replace(), one after the other, and the text around them. */
class Replacing {
  constructor(pattern, text, value, site) {
    this.asked = question(pattern, text, 0);
    this.constant = this.asked === undefined;
    this.text = text;
    this.value = value;
    this.site = site;
    this.from = trace.constant(0);
    this.at = 0;
    this.whole = 0;
    this.known = !this.constant;
  }

  ask(op, between) {
    return this.constant ? 0 : ask(op, { base: this.asked.base, from: [this.from] }, between);
  }

  add(shadow) {
    this.whole = this.whole === 0 ? shadow : concat(this.whole, shadow);
  }

  /** The text from where the last match ended. */
  between(index, shadow) {
    const part = P.slice(this.value, this.at, index);
    if (this.constant) {
      if (part !== '' || this.whole === 0) this.add(trace.constant(part));
    } else {
      this.add(node(Op.slice, [this.text, this.from, shadow]));
    }
  }

  /** @returns {number[]} shadows of this and what the function gets */
  match(values, offset) {
    runtime.br(this.site, this.ask(Op.regexTest, []), true);
    const shadows = [0];
    for (let i = 0; i < offset; i++) shadows[i + 1] = this.ask(Op.regexCapture, [trace.constant(i)]);
    shadows[offset + 1] = this.ask(Op.regexIndex, []);
    shadows[offset + 2] = this.constant ? 0 : this.text;
    return shadows;
  }

  put(values, offset, replacement, shadow) {
    const index = this.ask(Op.regexIndex, []);
    const end = this.ask(Op.regexEnd, []);
    this.between(values[offset], index);
    this.known = this.known || shadow !== 0;
    this.add(node(Op.string, [operand(shadow, replacement)]));
    this.from = end;
    this.at = values[offset] + values[0].length;
    // An empty match is left behind by one unit, which stays.
    if (values[0] === '' && !this.constant) this.known = false;
  }

  end(global) {
    if (global) runtime.br(this.site, this.ask(Op.regexTest, []), false);
    if (!this.known) return 0;
    if (this.constant) {
      this.between(this.value.length, 0);
    } else {
      this.add(this.from === trace.constant(0) ? this.text : node(Op.slice, [this.text, this.from]));
    }
    return this.whole;
  }
}

function offsetAmong(values) {
  for (let i = 1; i < values.length; i++) if (typeof values[i] === 'number') return i;
  return values.length;
}

function replaceWithFunction(native, self, values, shadows, site) {
  const [pattern, callee] = values;
  const replacing = new Replacing(pattern, operand(shadows[0] | 0, self), self, site);
  const inner = (...given) => {
    const offset = offsetAmong(given);
    const value = callBack(callee, undefined, given, replacing.match(given, offset), site);
    replacing.put(given, offset, value, callBack.shadow);
    return value;
  };
  const result = P.apply(native, self, [pattern, inner]);
  return done(result, replacing.end(P.types.isRegExp(pattern) && has(P.regExpFlags(pattern), 'g')));
}

function replaceModel(self, values, shadows, op) {
  const [pattern, replacement] = values;
  const text = operand(shadows[0] | 0, self);
  const by = typeof replacement === 'string' ? operand(shadows[2] | 0, replacement) : 0;
  if (by === 0) return 0;
  if (P.types.isRegExp(pattern)) {
    if (!isPlainRegExp(pattern) || !worth([text, by]) || has(P.regExpFlags(pattern), 'y')) return 0;
    const base = [trace.constant(P.regExpSource(pattern)), trace.constant(P.regExpFlags(pattern)), text, by];
    return node(Op.regexReplace, base);
  }
  if (typeof pattern !== 'string' || has(replacement, '$')) return 0;
  const operands = [text, operand(shadows[1] | 0, pattern), by];
  return worth(operands) ? node(op, operands) : 0;
}

for (const [name, op] of [['replace', Op.replaceString], ['replaceAll', Op.replaceAllString]]) {
  replace(String.prototype, name, (native) => (self, values, shadows, site) => {
    if (typeof self !== 'string') return P.apply(native, self, values);
    if (typeof values[1] === 'function' && P.types.isRegExp(values[0])) return replaceWithFunction(native, self, values, shadows, site);
    const result = P.apply(native, self, values);
    let shadow = replaceModel(self, values, shadows, op);
    const symbolic = (shadows[0] | shadows[1] | shadows[2]) !== 0;
    if (shadow === 0 && symbolic) shadow = trace.lost(site, `${name}()`);
    return done(result, shadow);
  });
}

module.exports = {};
