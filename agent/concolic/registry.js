'use strict';
// Finds the functions of rewritten files by the number of their place. A rewritten function names its file and number in its head;
// files hand over the variables of their scopes while they are loaded, and what these lead to is searched when somebody asks.
const P = require('../primordials.js');

const kPlace = /(\$b[0-9a-f]{16})\+(\d+)/;
const kDeepest = 6;
const kMostObjects = 20000;
const kMostScopes = 20000;
const execute = P.uncurry(RegExp.prototype.exec);
const parse = Number;

/** By the name of the file's variable. */
const files = { __proto__: null };
const order = [];
let next = 0;
const scopes = [];
const sites = new P.SafeWeakMap();

/** Called by every rewritten file first. @returns {number} what is added to its own numbers */
function file(name, key, size) {
  let found = files[name];
  if (found === undefined) {
    found = { key, offset: next, size };
    next += size;
    files[name] = found;
    order[order.length] = found;
  }
  return found.offset;
}

function scope(site, thunks) {
  if (scopes.length < kMostScopes) scopes[scopes.length] = thunks;
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

function find(callee) {
  let text;
  try {
    text = P.functionText(callee);
  } catch (error) {
    return -2;
  }
  const place = execute(kPlace, text);
  if (P.startsWith(text, 'class')) return place === null ? -2 : -1;
  if (place !== null && files[place[1]] !== undefined) return files[place[1]].offset + parse(place[2]);
  const name = P.getOwnPropertyDescriptor(callee, 'name');
  const bound = name !== undefined && typeof name.value === 'string' && P.startsWith(name.value, 'bound ');
  return bound ? -1 : -2;
}

/** Every function that the variables of the files lead to, by place. @returns {Map<number, Function>} */
function functions(extra) {
  const found = new P.SafeMap();
  const seen = new P.SafeSet();
  let level = [];
  const add = (value) => {
    if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return;
    if (seen.has(value) || seen.size > kMostObjects || P.types.isProxy(value)) return;
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
  for (let depth = 0; depth < kDeepest && level.length > 0; depth++) {
    const current = level;
    level = [];
    for (let i = 0; i < current.length; i++) {
      const value = current[i];
      if (typeof value === 'function') {
        const site = siteOf(value);
        if (site >= 0 && !found.has(site)) found.set(site, value);
      }
      const keys = P.ownKeys(value);
      for (let j = 0; j < keys.length; j++) {
        const property = P.getOwnPropertyDescriptor(value, keys[j]);
        if (property === undefined) continue;
        if (P.hasOwn(property, 'value')) {
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

const endsWith = P.uncurry(String.prototype.endsWith);

/** Whether code of this file has said that it is rewritten. */
function isRewritten(filename) {
  for (let i = 0; i < order.length; i++) if (typeof filename === 'string' && endsWith(filename, `/${order[i].key}`)) return true;
  return false;
}

/** A name for the function at a place, the same in every run: its file's key and number. */
function nameOf(site) {
  for (let i = 0; i < order.length; i++) {
    const { key, offset, size } = order[i];
    if (site >= offset && site < offset + size) return `${key}:${site - offset}`;
  }
  return `${site}`;
}

module.exports = { standsForNative, isRewritten, nameOf, file, scope, siteOf, functions, files: order };
