'use strict';
// Which function of the target a function is, and its text as its author wrote it. The manifest says where the text of every function lies in
// the rewritten file and in the original (src/syntax/function_sites.h); a function is known by having exactly that text. The rewritten
// text of a function holds counters of its own, so no other has the same; where it holds none, it is the original.

const fs = require('fs');
const path = require('path');
const P = require('./primordials.js');

const { readFileSync } = fs;
const { join } = path;
const kNativeEnd = '{ [native code] }';
/** Numbers per function in the manifest: begin and end in the rewritten file, begin and end in the original. */
const kNumbers = 4;

/** @type {{staged: string, original: string} | null} */
let roots = null;
/** Length of a rewritten text → files and numbers of the functions that have it. @type {Map<number, {file: object, index: number}[]>} */
let sites = new P.SafeMap();
/** @type {Record<string, object>} Files by key. */
let files = { __proto__: null };

/** The text of a file, read when it is first needed; '' when it is not there. */
function textOf(file, which) {
  if (file[which] === undefined) {
    try {
      file[which] = readFileSync(join(roots[which], file.key), 'utf8');
    } catch (error) {
      file[which] = '';
    }
  }
  return file[which];
}

/** @returns {{file: object, index: number} | undefined} */
function find(text) {
  if (roots === null || P.endsWith(text, kNativeEnd)) return undefined;
  const candidates = sites.get(text.length);
  for (let i = 0; candidates !== undefined && i < candidates.length; i++) {
    const { file, index } = candidates[i];
    const begin = file.functions[index * kNumbers];
    if (P.slice(textOf(file, 'staged'), begin, begin + text.length) === text) return candidates[i];
  }
  return undefined;
}

/** The text that V8 has of a function; '' for proxies. */
function ownText(value) {
  return P.types.isProxy(value) ? '' : P.functionText(value);
}

function originalText(text) {
  const found = find(text);
  if (found === undefined) return text;
  const { functions } = found.file;
  const at = found.index * kNumbers;
  return P.slice(textOf(found.file, 'original'), functions[at + 2], functions[at + 3]);
}

/** @returns {string} the text of a function as it was before rewriting; '' for proxies */
function sourceOf(value) {
  return originalText(ownText(value));
}

/** @returns {[string, number] | undefined} file and number of a function of the target, as the manifest names them */
function siteOf(value) {
  const found = find(ownText(value));
  return found === undefined ? undefined : [found.file.key, found.index];
}

/** The program sees the texts of its functions as its author wrote them. */
function patchToString() {
  const native = Function.prototype.toString;
  const replacement = {
    toString() {
      if (this === replacement) return P.functionText(native);
      return originalText(P.functionText(this));
    },
  }.toString;
  P.defineProperty(Function.prototype, 'toString', { __proto__: null, value: replacement, writable: true, enumerable: false, configurable: true });
}

/**
 * Call it before the target is loaded.
 * @param {Record<string, {functions: number[]}>} manifest Manifest::AgentJson()
 * @param {{staged: string, original: string}} folders where its rewritten files are, and the originals
 */
function install(manifest, folders) {
  roots = folders;
  sites = new P.SafeMap();
  files = { __proto__: null };
  for (const key of P.ownKeys(manifest)) {
    const { functions } = manifest[key];
    const file = { key, functions, staged: undefined, original: undefined };
    files[key] = file;
    for (let index = 0; index * kNumbers < functions.length; index++) {
      const length = functions[index * kNumbers + 1] - functions[index * kNumbers];
      // One that has no place was left out of the rewritten file.
      if (length === 0) continue;
      const same = sites.get(length);
      if (same === undefined) sites.set(length, [{ file, index }]);
      else P.push(same, { file, index });
    }
  }
  patchToString();
}

/**
 * Reads the texts of these files now: a test may have no files, or other ones.
 * @param {string[]} keys
 */
function prefetch(keys) {
  for (const key of keys) {
    if (files[key] === undefined) continue;
    textOf(files[key], 'staged');
    textOf(files[key], 'original');
  }
}

module.exports = { install, prefetch, siteOf, sourceOf };
