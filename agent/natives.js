'use strict';
// Built-ins under test, or what stands in their place: which function of the target that is, and what they read of
// their receiver. A built-in has no text that could be rewritten; a proxy sees what it reads. Where only a genuine
// receiver will do (a promise, a map), the proxy stands behind it, as its prototype: what is inherited is seen.

const P = require('./primordials.js');
const { siteOf } = require('./function_source.js');
const { setupScope } = require('./child.js');

const kMostNames = 64;
const kCallbacks = [() => false, () => true];

/** Adds the names that `method` reads of `receiver`, whose prototype changes; what comes of the call does not matter. */
function addReads(method, receiver, names) {
  const note = (key) => {
    if (typeof key === 'string' && names.size < kMostNames) names.add(key);
  };
  const spy = {
    get(object, key) {
      note(key);
      return Reflect.get(object, key);
    },
    has(object, key) {
      note(key);
      return Reflect.has(object, key);
    },
  };
  const call = (self) => {
    for (const callback of kCallbacks) {
      try {
        P.apply(method, self, [callback]);
      } catch (error) {
        // What it read until then is known.
      }
    }
  };
  call(new Proxy(receiver, spy));
  const prototype = P.getPrototypeOf(receiver);
  if (prototype === null || !Reflect.setPrototypeOf(receiver, new Proxy(prototype, spy))) return;
  call(receiver);
  Reflect.setPrototypeOf(receiver, prototype);
}

/**
 * @param {{paths: string[][], setup: string, variables: string[]}} question paths below the global object; variables of the setup
 *   code to try as receivers
 * @param {NodeRequire} require for the setup code
 * @returns {{functions: {site?: [string, number], reads: string[]}[]}} in the order of the paths
 */
function look({ paths, setup, variables }, require) {
  const find = setupScope(setup, undefined, require);
  const functions = [];
  for (const path of paths) {
    let value = globalThis;
    for (const name of path) value = value === undefined || value === null ? undefined : value[name];
    const names = new Set();
    if (typeof value !== 'function') {
      functions.push({ reads: [] });
      continue;
    }
    for (const variable of variables) {
      const receiver = find(variable);
      if (typeof receiver === 'object' && receiver !== null) addReads(value, receiver, names);
    }
    functions.push({ site: siteOf(value), reads: [...names] });
  }
  return { functions };
}

module.exports = { look };
