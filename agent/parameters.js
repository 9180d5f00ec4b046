'use strict';
// Parameter names from the source text of a function, of a class its constructor's: "name", "name=" with a default, "...rest", "" for a pattern. A
// scanner that knows comments, strings, templates and brackets; a regular expression literal with unbalanced brackets
// in a default value may mislead it, which costs a name and nothing else.

const P = require('./primordials.js');
const { isClass, entrySource, sourceOf } = require('./function_source.js');

const kOpen = { __proto__: null, '(': ')', '[': ']', '{': '}' };
const kConstructor = /^constructor\s*\(/;
const kNamePart = /[\w$#.]/;
const kBare = /^(?:async\s+)?([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*=>/u;
const matches = (pattern, text) => P.exec(pattern, text) !== null;
const kIdentifier = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/u;

/** The position behind the comment, string or template that starts at `i`; `i` itself where there is none. */
function skipToken(text, i) {
  const c = text[i];
  if (c === '/' && text[i + 1] === '/') {
    const end = P.indexOf(text, '\n', i);
    return end < 0 ? text.length : end + 1;
  }
  if (c === '/' && text[i + 1] === '*') {
    const end = P.indexOf(text, '*/', i + 2);
    return end < 0 ? text.length : end + 2;
  }
  if (c !== '"' && c !== "'" && c !== '`') return i;
  for (let k = i + 1; k < text.length; k++) {
    if (text[k] === '\\') k++;
    else if (text[k] === c) return k + 1;
    else if (c === '`' && text[k] === '$' && text[k + 1] === '{') k = closing(text, k + 1);
  }
  return text.length;
}

/** The position of the bracket that closes the one at `i`. */
function closing(text, i) {
  const wanted = P.list();
  while (i < text.length) {
    const next = skipToken(text, i);
    if (next > i) {
      i = next;
      continue;
    }
    if (kOpen[text[i]] !== undefined) wanted[wanted.length] = kOpen[text[i]];
    else if (wanted.length > 0 && text[i] === wanted[wanted.length - 1] && --wanted.length === 0) return i;
    i++;
  }
  return text.length;
}

/** Calls visit(position) for each character outside comments, strings and brackets until it returns true. */
function scan(text, from, visit) {
  for (let i = from; i < text.length; i++) {
    const next = skipToken(text, i);
    if (next > i) i = next - 1;
    else if (visit(i)) return i;
    else if (kOpen[text[i]] !== undefined) i = closing(text, i);
  }
  return -1;
}

/** The text of a class from its constructor on; '' where it has none of its own. */
function constructorIn(text) {
  const body = scan(text, 5, (i) => text[i] === '{');
  if (body < 0) return '';
  const at = scan(text, body + 1, (i) => matches(kConstructor, P.slice(text, i, i + 40)) && !matches(kNamePart, text[i - 1]));
  return at < 0 ? '' : P.slice(text, at);
}

/** The text of what runs when a function is called; '' for a class without a constructor of its own. */
function entryText(value) {
  const known = entrySource(value);
  if (known !== undefined) return known;
  return isClass(value) ? constructorIn(sourceOf(value)) : sourceOf(value);
}

/** The text between the parentheses of the parameter list; null where there is none. */
function parameterList(text) {
  const bare = P.exec(kBare, text);
  if (bare !== null) return bare[1];
  const open = scan(text, 0, (i) => text[i] === '(');
  return open < 0 ? null : between(text, open);
}

function between(text, open) {
  return P.slice(text, open + 1, closing(text, open));
}

function describe(parameter) {
  if (P.startsWith(parameter, '...')) {
    const name = P.exec(kIdentifier, P.trim(P.slice(parameter, 3)));
    return `...${name === null ? '' : name[0]}`;
  }
  const name = P.exec(kIdentifier, parameter);
  if (name === null) return '';
  return scan(parameter, 0, (i) => parameter[i] === '=') < 0 ? name[0] : `${name[0]}=`;
}

function stripComments(text) {
  let result = '';
  for (let i = 0; i < text.length; i++) {
    const next = skipToken(text, i);
    if (next === i) {
      result += text[i];
      continue;
    }
    result += text[i] === '/' ? ' ' : P.slice(text, i, next);
    i = next - 1;
  }
  return result;
}

/** Adds parameters with defaults as compilers to older versions of the language write them: `var x = arguments.length > 1 && …`. */
function addFromArguments(text, names) {
  while (names.length < 8 && P.indexOf(text, 'arguments.length') >= 0) {
    const n = names.length;
    const there = `(?:arguments\\[${n}\\]\\s*!==\\s*(?:undefined|void 0)|(?:undefined|void 0)\\s*!==\\s*arguments\\[${n}\\])`;
    const found = P.exec(new P.RegExp(`([\\p{ID_Start}$_][\\p{ID_Continue}$]*)\\s*=\\s*arguments\\.length\\s*>\\s*${n}\\s*&&\\s*${there}`, 'u'), text);
    if (found === null) break;
    P.append(names, `${found[1]}=`);
  }
  return names;
}

/** @returns {string[]} from the text of a function that is no class */
function parameterNames(text) {
  const list = parameterList(text);
  if (list === null) return [];
  const clean = stripComments(list);
  const parts = [];
  let start = 0;
  scan(clean, 0, (i) => {
    if (clean[i] === ',') {
      P.append(parts, P.trim(P.slice(clean, start, i)));
      start = i + 1;
    }
    return false;
  });
  // Nothing behind a last comma is no parameter.
  const last = P.trim(P.slice(clean, start));
  if (last !== '') P.append(parts, last);
  const names = P.map(parts, describe);
  return names.length > 0 && P.startsWith(names[names.length - 1], '...') ? names : addFromArguments(text, names);
}

/** @returns {string[]} */
function parametersOf(value) {
  return parameterNames(entryText(value));
}

/** Whether a class has a constructor of its own. */
function hasConstructor(value) {
  return entryText(value) !== '';
}

module.exports = { parameterNames, parametersOf, hasConstructor };
