'use strict';
// Built-ins under test, or what stands in their place: which function of the target that is, and what they read of
// their receiver. A built-in has no text that could be rewritten; a proxy sees what it reads. Where only a genuine
// receiver will do (a promise, a map), the proxy stands behind it, as its prototype: what is inherited is seen.

const P = require('./primordials.js');
const { siteOf } = require('./function_source.js');
const { setupScope } = require('./child.js');

const { get, has } = Reflect;
const global = globalThis;
const kMostNames = 64;
const kCallbacks = [() => false, () => true];

/** Adds the names that `method` reads of `receiver`, whose prototype changes; what comes of the call does not matter. */
function addReads(method, receiver, names) {
  const note = (key) => {
    if (typeof key === 'string' && names.length < kMostNames && !P.includes(names, key)) P.append(names, key);
  };
  const spy = {
    __proto__: null,
    get(object, key) {
      note(key);
      return get(object, key);
    },
    has(object, key) {
      note(key);
      return has(object, key);
    },
  };
  const call = (self) => {
    for (let i = 0; i < kCallbacks.length; i++) {
      try {
        P.apply(method, self, [kCallbacks[i]]);
      } catch (error) {
        // What it read until then is known.
      }
    }
  };
  call(new P.Proxy(receiver, spy));
  const prototype = P.getPrototypeOf(receiver);
  if (prototype === null || !P.setPrototypeOf(receiver, new P.Proxy(prototype, spy))) return;
  call(receiver);
  P.setPrototypeOf(receiver, prototype);
}

/**
 * @param {{paths: string[][], setup: string, variables: string[]}} question paths below the global object; variables of the setup
 *   code to try as receivers
 * @param {NodeRequire} require for the setup code
 * @returns {{functions: {site?: [string, number], reads: string[]}[]}} in the order of the paths
 */
function look({ paths, setup, variables }, require) {
  const find = setupScope(setup, undefined, require);
  const functions = P.map(paths, (path) => {
    let value = global;
    for (let i = 0; i < path.length; i++) value = value === undefined || value === null ? undefined : value[path[i]];
    const reads = [];
    if (typeof value !== 'function') return { reads };
    for (let i = 0; i < variables.length; i++) {
      const receiver = find(variables[i]);
      if (typeof receiver === 'object' && receiver !== null) addReads(value, receiver, reads);
    }
    return { site: siteOf(value), reads };
  });
  return { functions };
}

module.exports = { look };
