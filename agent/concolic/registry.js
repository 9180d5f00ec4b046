'use strict';
// Finds the functions of rewritten files by the number of their place, which the manifest tells (function_source.js). Files hand over the
// variables of their scopes while they are loaded, and what these lead to is searched when somebody asks.
const P = require('../primordials.js');
const { placeOf } = require('../function_source.js');

const kDeepest = 6;
const kMostObjects = 20000;
const kMostScopes = 20000;

/** By key. */
const files = { __proto__: null };
const order = P.list();
let next = 0;
const scopes = P.list();
/** Function → the number of its place. */
const sites = new P.SafeWeakMap();
/** Class → that of its constructor. */
const constructors = new P.SafeWeakMap();

/**
 * Called by every rewritten file first.
 * @param {string[]} free names it reads and does not declare
 * @param {number[]} apart function, number of a parameter that is a pattern, its shape (parts.js), and so on
 * @returns {number} what is added to its own numbers
 */
function file(key, size, free, apart) {
  let found = files[key];
  if (found === undefined) {
    found = { key, offset: next, size, free, variables: [] };
    next += size;
    files[key] = found;
    order[order.length] = found;
    for (let i = 0; i < apart.length; i += 3) {
      const site = found.offset + apart[i];
      if (!patterns.has(site)) patterns.set(site, []);
      P.push(patterns.get(site), apart[i + 1], apart[i + 2]);
    }
    filed(found);
  }
  return found.offset;
}

/** Of a function, by its place: numbers of the parameters that are patterns (from 1), each with its shape. */
const patterns = new P.SafeMap();
function patternsOf(site) {
  return patterns.get(site);
}

/** Told of every file before its own code runs. */
let filed = () => {};
function onFile(listener) {
  filed = listener;
}

/**
 * @param {(() => any)[]} thunks the variables of a scope
 * @param {[string, () => any, (value: any, shadow: number) => void][]} [variables] those of a file that change
 */
function scope(site, thunks, variables) {
  if (scopes.length < kMostScopes) scopes[scopes.length] = thunks;
  const owner = variables === undefined ? undefined : fileOf(site);
  if (owner !== undefined) owner.variables = variables;
}

function fileOf(site) {
  for (let i = 0; i < order.length; i++) if (site >= order[i].offset && site < order[i].offset + order[i].size) return order[i];
  return undefined;
}

/** What was handed to calls: functions that exist only there, and what may hold some. */
const handed = P.list();
function keep(value) {
  if (handed.length < kMostObjects) handed[handed.length] = value;
  return value;
}

/**
 * The number of a function's place; -1: some function of rewritten code, which one cannot be told; -2: native or foreign; -3: one of ours
 * in the place of a native one.
 */
function siteOf(callee) {
  if (callee === null) return -1;
  if (typeof callee !== 'function') return -2;
  let site = sites.get(callee);
  if (site !== undefined) return site;
  site = find(callee);
  sites.set(callee, site);
  return site;
}

/** A function of ours that stands for a native one and takes shadows itself. */
function standsForNative(callee) {
  sites.set(callee, -3);
}

/** The place that runs when somebody calls it: of a class, its constructor's. */
function entryOf(callee) {
  const site = siteOf(callee);
  const own = constructors.get(callee);
  return own === undefined ? site : own;
}

function find(callee) {
  const known = placeOf(callee);
  const owner = known === undefined ? undefined : files[known.key];
  if (owner === undefined) return isBound(callee) ? -1 : -2;
  const site = known.place < 0 ? -2 : owner.offset + known.place;
  if (!known.isClass) return site;
  constructors.set(callee, site);
  return -1;
}

function isBound(callee) {
  const name = P.propertyOf(callee, 'name');
  return name !== undefined && typeof name.value === 'string' && P.startsWith(name.value, 'bound ');
}

/** Method → the prototype it was found on. */
const holders = new P.SafeWeakMap();

/** Every function that the variables of the files lead to, by place. @returns {Map<number, Function>} */
function functions(extra) {
  const found = new P.SafeMap();
  const seen = new P.SafeSet();
  const prototypes = new P.SafeSet();
  let level = P.list();
  const add = (value) => {
    if (!canHaveProperties(value) || seen.has(value) || seen.size > kMostObjects || P.types.isProxy(value)) return;
    seen.add(value);
    level[level.length] = value;
  };
  for (let i = 0; i < scopes.length; i++) {
    for (let j = 0; j < scopes[i].length; j++) {
      try {
        add(scopes[i][j]());
      } catch (error) {
        // Not initialised.
      }
    }
  }
  for (let i = 0; i < extra.length; i++) add(extra[i]);
  for (let i = 0; i < handed.length; i++) add(handed[i]);
  for (let depth = 0; depth < kDeepest && level.length > 0; depth++) {
    const current = level;
    level = P.list();
    for (let i = 0; i < current.length; i++) {
      const value = current[i];
      if (typeof value === 'function') {
        const site = entryOf(value);
        if (site >= 0 && !found.has(site)) found.set(site, value);
      }
      const keys = P.ownKeys(value);
      const shared = prototypes.has(value);
      for (let j = 0; j < keys.length; j++) {
        const property = P.propertyOf(value, keys[j]);
        if (property === undefined) continue;
        if (P.hasOwn(property, 'value')) {
          if (shared && typeof property.value === 'function' && !holders.has(property.value)) holders.set(property.value, value);
          if (keys[j] === 'prototype' && typeof value === 'function') prototypes.add(property.value);
          add(property.value);
        } else {
          add(property.get);
          add(property.set);
        }
      }
      const prototype = P.getPrototypeOf(value);
      if (prototype !== null) add(prototype);
    }
  }
  return found;
}

/**
 * How a user of the package gets at its functions: names below what it exports, through plain properties.
 * @returns {Map<number, {path: string[], callee: Function}>} by place, the shortest path
 */
function paths(exported) {
  const found = new P.SafeMap();
  const seen = new P.SafeSet();
  let level = [{ value: exported, path: [] }];
  for (let depth = 0; depth <= kDeepest && level.length > 0; depth++) {
    const current = level;
    level = P.list();
    for (let i = 0; i < current.length; i++) {
      const { value, path } = current[i];
      if (!canHaveProperties(value) || seen.has(value) || seen.size > kMostObjects || P.types.isProxy(value)) continue;
      seen.add(value);
      const site = typeof value === 'function' ? entryOf(value) : -1;
      if (site >= 0 && !found.has(site)) found.set(site, { path, callee: value });
      const keys = P.ownKeys(value);
      for (let j = 0; j < keys.length; j++) {
        if (typeof keys[j] !== 'string' || keys[j] === 'constructor') continue;
        const property = P.propertyOf(value, keys[j]);
        if (property === undefined || !P.hasOwn(property, 'value')) continue;
        level[level.length] = { value: property.value, path: extended(path, keys[j]) };
      }
    }
  }
  return found;
}

function extended(path, name) {
  const longer = P.list();
  for (let i = 0; i < path.length; i++) longer[i] = path[i];
  longer[path.length] = name;
  return longer;
}

function canHaveProperties(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

const endsWith = P.uncurry(String.prototype.endsWith);

/** Whether code of this file has said that it is rewritten. */
function isRewritten(filename) {
  for (let i = 0; i < order.length; i++) if (typeof filename === 'string' && endsWith(filename, `/${order[i].key}`)) return true;
  return false;
}

/** A name for the function at a place, the same in every run: its file's key and number. */
function nameOf(site) {
  const owner = fileOf(site);
  return owner === undefined ? `${site}` : `${owner.key}:${site - owner.offset}`;
}

module.exports = { standsForNative, isRewritten, nameOf, file, onFile, fileOf, scope, keep, siteOf, patternsOf, functions, paths, holders, files: order };
