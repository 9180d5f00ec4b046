'use strict';
// Which function of the target a function is, its text as its author wrote it, and what is known of it since its file was rewritten. The
// manifest says where the text of every function lies in the rewritten file and in the original (src/syntax/function_sites.h); a function is
// known by having exactly that text. The rewritten text of a function holds counters of its own, so no other has the same; where it holds
// none, it is the original.

const fs = require('fs');
const path = require('path');
const P = require('./primordials.js');

const { readFileSync } = fs;
const { builtinModules } = require('module');

/** Names of the modules of Node that somebody has loaded; Node adds to it. */
const { moduleLoadList = [] } = process;
const { join } = path;
const kNativeEnd = '{ [native code] }';
/** Numbers per function in the manifest (AgentJson, src/syntax/manifest.h). The first four: begin and end in the rewritten file and in the original. */
const kNumbers = 7;
const kFlags = 4;
const kConstructor = 5;
const kConcolic = 6;
const kIsClass = 1;
const kUsesThis = 2;

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
  if (P.endsWith(text, kNativeEnd)) return undefined;
  const candidates = sites.get(text.length);
  for (let i = 0; candidates !== undefined && i < candidates.length; i++) {
    const { file, index } = candidates[i];
    const begin = file.functions[index * kNumbers];
    if (P.slice(textOf(file, 'staged'), begin, begin + text.length) === text) return candidates[i];
  }
  return undefined;
}

/** Where a function that renders a component, or runs a hook, has the component (src/load/browser_js.cc). */
const kRenders = Symbol.for('kingbird.renders');

/** The text that V8 has of a function; '' for proxies. A function that renders a component has the text of the component. */
function ownText(value) {
  if (P.types.isProxy(value)) return '';
  const renders = P.propertyOf(value, kRenders);
  return P.functionText(renders !== undefined && typeof renders.value === 'function' ? renders.value : value);
}

function numberOf({ file, index }, which) {
  return file.functions[index * kNumbers + which];
}

function originalAt(site) {
  return P.slice(textOf(site.file, 'original'), numberOf(site, 2), numberOf(site, 3));
}

function originalText(text) {
  const found = find(text);
  return found === undefined ? text : originalAt(found);
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

/** Whether it is an ES class. What is none of the target's is told by how its text begins; methods may be called so, but have no prototype. */
function isClass(value) {
  const text = ownText(value);
  const found = find(text);
  if (found !== undefined) return (numberOf(found, kFlags) & kIsClass) !== 0;
  return P.startsWith(text, 'class') && P.hasOwn(value, 'prototype');
}

/** Functions of the language, of Node and of other packages. */
const foreign = new P.SafeWeakSet();
const kDepth = 3;
const kMostVisited = 50000;

/** Adds the functions below a value: its own members, those of prototypes, and what is below these. Runs no getter. */
function addForeign(value, depth, seen) {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function') || P.types.isProxy(value)) return;
  if (seen.left === 0 || seen.values.has(value)) return;
  seen.values.add(value);
  seen.left--;
  if (typeof value === 'function') foreign.add(value);
  if (depth === 0) return;
  const keys = P.ownKeys(value);
  for (let i = 0; i < keys.length; i++) {
    const property = P.propertyOf(value, keys[i]);
    if (property.get !== undefined) addForeign(property.get, 0, seen);
    addForeign(property.value, depth - 1, seen);
  }
}

/**
 * What the language, Node and other packages export is theirs, wherever the target has it.
 * @param {Record<string, {exports: any}>} modules by filename (require.cache); dependencies that were imported are not among them
 */
function noteForeign(modules) {
  if (roots === null) return;
  const seen = { __proto__: null, values: new P.SafeSet(), left: kMostVisited };
  const names = P.ownKeys(globalThis);
  for (let i = 0; i < names.length; i++) {
    const { value } = P.propertyOf(globalThis, names[i]);
    if (value !== globalThis) addForeign(value, kDepth, seen);
  }
  const loaded = P.setOf(moduleLoadList);
  for (let i = 0; i < builtinModules.length; i++) {
    // Those that nobody has loaded have functions that nobody has.
    if (loaded.has(`NativeModule ${builtinModules[i]}`)) addForeign(require(builtinModules[i]), kDepth, seen);
  }
  const own = new P.SafeSet();
  const keys = P.ownKeys(files);
  for (let i = 0; i < keys.length; i++) own.add(join(roots.staged, keys[i]));
  const filenames = P.ownKeys(modules);
  for (let i = 0; i < filenames.length; i++) {
    if (!own.has(filenames[i])) addForeign(data(modules[filenames[i]], 'exports'), kDepth, seen);
  }
}

/**
 * Call it when the target is loaded.
 * @param {string[]} keys files of the target that ran
 * @param {Record<string, {exports: any}>} modules require.cache
 */
function targetLoaded(keys, modules) {
  prefetch(keys);
  noteForeign(modules);
}

function data(object, key) {
  const property = P.propertyOf(object, key);
  return property === undefined ? undefined : property.value;
}

/**
 * Whether a function is Node's, the language's or another package's, which the target only hands on. A function that another package
 * made for the target (a wrapper around one of its own) is the target's.
 */
function isForeign(value) {
  return foreign.has(value) && find(ownText(value)) === undefined;
}

/** Whether a function of the target uses its `this`; false for others. */
function usesThis(value) {
  const found = find(ownText(value));
  return found !== undefined && (numberOf(found, kFlags) & kUsesThis) !== 0;
}

/** What runs when a class is called: itself for other functions, undefined where no constructor is written. */
function entryOf(site) {
  if ((numberOf(site, kFlags) & kIsClass) === 0) return site;
  const index = numberOf(site, kConstructor);
  return index < 0 ? undefined : { file: site.file, index };
}

/** @returns {string | undefined} the text of what runs when it is called, '' for a class without a constructor; undefined: none of the target's */
function entrySource(value) {
  const found = find(ownText(value));
  if (found === undefined) return undefined;
  const entry = entryOf(found);
  return entry === undefined ? '' : originalAt(entry);
}

/** @returns {{key: string, isClass: boolean, place: number} | undefined} file and number of the place that the concolic pass gave to what runs when it is called; -1: none */
function placeOf(value) {
  const found = find(ownText(value));
  if (found === undefined) return undefined;
  const entry = entryOf(found);
  return { key: found.file.key, isClass: entry !== found, place: entry === undefined ? -1 : numberOf(entry, kConcolic) };
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
 * @param {number[]} functions AgentJson of its sites
 * @param {{staged: string, original: string}} [texts] read from the folders when they are needed, if not given
 */
function know(key, functions, texts = {}) {
  const file = { key, functions, staged: texts.staged, original: texts.original };
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

/**
 * Call it before the target is loaded.
 * @param {Record<string, {functions: number[]}>} manifest Manifest::AgentJson()
 * @param {{staged: string, original: string}} folders where its rewritten files are, and the originals
 */
function install(manifest, folders) {
  roots = folders;
  sites = new P.SafeMap();
  files = { __proto__: null };
  for (const key of P.ownKeys(manifest)) know(key, manifest[key].functions);
  patchToString();
}

/**
 * Reads the texts of these files now: a test may have no files, or other ones.
 * @param {string[]} keys
 */
function prefetch(keys) {
  for (let i = 0; i < keys.length; i++) {
    if (files[keys[i]] === undefined) continue;
    textOf(files[keys[i]], 'staged');
    textOf(files[keys[i]], 'original');
  }
}

module.exports = { install, know, noteForeign, prefetch, targetLoaded, siteOf, sourceOf, isClass, isForeign, usesThis, entrySource, placeOf };
