'use strict';
// What each call of a test did, in a few words: kinds of values, as src/oracle/behaviour.cc tells them apart. The batch lane counts a deed
// that none did before as news.

const P = require('./primordials.js');
const { Kind } = require('./wire_kinds.js');

const { String } = globalThis;
const { isProxy } = P.types;
/** Of what a callback is handed. */
const kMostShown = 3;

/** A few words that tell kinds of results apart: "threw TypeError", "object Map", "number NaN". */
function outcome(threw, value) {
  if (threw && (typeof value !== 'object' || value === null)) return `threw ${typeof value}`;
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return value !== value ? 'NaN' : 'number';
  if (typeof value !== 'object') return typeof value;
  let name = '';
  try {
    const prototype = P.getPrototypeOf(value);
    name = prototype === null ? 'null' : String(prototype.constructor.name);
  } catch {
    name = '?';
  }
  return `${threw ? 'threw' : 'object'} ${name}`;
}

/** What is empty is not what is full. */
function shape(value) {
  const empty = value === '' || (P.isArray(value) && !isProxy(value) && value.length === 0);
  return empty ? `empty ${typeof value}` : outcome(false, value);
}

function codeOf(error) {
  try {
    return typeof error.code === 'string' ? error.code : '';
  } catch {
    return '';
  }
}

/** Without what differs from value to value: numbers, and what stands in quotes. */
function messageOf(error) {
  try {
    return typeof error.message === 'string' ? withoutValues(P.slice(error.message, 0, 60)) : '';
  } catch {
    return '';
  }
}

function withoutValues(text) {
  let result = '';
  for (let i = 0; i < text.length; i++) {
    let end = i;
    while (end < text.length && isDigit(P.charCodeAt(text, end))) end++;
    if (text[i] === "'" || text[i] === '"') end = P.indexOf(text, text[i], i + 1) + 1;
    result += end > i ? '#' : text[i];
    if (end > i) i = end - 1;
  }
  return result;
}

const isDigit = (unit) => unit >= 48 && unit <= 57;

/** Notes under the ids of calls, and of the callbacks that they are handed, what is called. */
function nameCalls(callback, names) {
  const body = callback.body;
  for (let i = 0; i < body.length; i++) {
    const { id, path, with: args } = body[i];
    const method = body[i].on !== null;
    names[id] = { __proto__: null, text: `${body[i].do} ${P.join(path, '.')}`, method };
    for (let k = 0; k < args.length; k++) nameCallbacks(args[k], names[id], names);
  }
}

function nameCallbacks(argument, name, names) {
  if (argument.cb !== null) {
    names[argument.cb.id] = name;
    nameCalls(argument.cb, names);
  }
  for (let i = 0; i < argument.items.length; i++) nameCallbacks(argument.items[i], name, names);
}

/** @param {import('./program.js').Callback} root */
function namesOf(root) {
  const names = P.create(null);
  nameCalls(root, names);
  return names;
}

/** Undefined for events that say nothing about a function. @param {{text: string, method: boolean}|undefined} name of what did it */
function deed(name, kind, values) {
  if (name === undefined) return undefined;
  switch (kind) {
    case Kind.invoke: {
      let handed = '';
      for (let i = 1; i < values.length && i <= kMostShown; i++) handed += `, ${shape(values[i])}`;
      return `${name.text} called back${handed}`;
    }
    case Kind.return:
    case Kind.fulfill:
      return `${name.text}${owner(name, values)} gave ${shape(values[0])}`;
    case Kind.throw:
    case Kind.reject:
      return `${name.text}${owner(name, values)} ${outcome(true, values[0])} ${codeOf(values[0])}`;
    default:
      return undefined;
  }
}

function owner(name, values) {
  return name.method ? ` of ${outcome(false, values[1])}` : '';
}

module.exports = { outcome, codeOf, messageOf, namesOf, deed };
