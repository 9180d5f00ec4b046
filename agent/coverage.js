'use strict';
// Gives rewritten files their coverage counters. Every rewritten file begins with
//   var $k123 = __kingbird$("lib/index.js", 57)
// (src/syntax/pass/coverage.cc) and increments the elements of what it gets: element 0 says "loaded", then statements, branch
// paths, functions, as src/syntax/manifest.h lays them out. Required before the target is loaded; `node -r agent/coverage.js` alone
// counts into arrays of its own.

const define = Object.defineProperty;
const own = Function.prototype.call.bind(Object.prototype.hasOwnProperty);
const subarray = Function.prototype.call.bind(Object.getPrototypeOf(Uint32Array.prototype).subarray);
const Counters = Uint32Array;

/** @type {Uint32Array | null} The shared counter region. */
let region = null;
/** @type {Record<string, {offset: number, size: number}>} */
let layout = {};
/** @type {Record<string, Uint32Array>} Counters of files, kept so that a file that is loaded twice goes on counting. */
const files = { __proto__: null };

function counters(key, size) {
  let found = files[key];
  if (found === undefined || found.length !== size) {
    const place = region !== null && own(layout, key) ? layout[key] : null;
    found = place !== null && place.size === size ? subarray(region, place.offset, place.offset + size) : new Counters(size);
    files[key] = found;
  }
  found[0] = 1;
  return found;
}

define(globalThis, '__kingbird$', { value: counters, enumerable: false, configurable: false, writable: false });

/**
 * Directs counting to shared memory. Call it before the target is loaded.
 * @param {Uint32Array | Uint8Array} shared a view of the region: one unsigned element of 32 bits per counter of the manifest (Manifest::size()), zero at the start;
 *   a counter wraps after 2^32 hits. Whoever reads it may set it back to zero at any time.
 * @param {Record<string, {offset: number, size: number}>} manifest Manifest::AgentJson(): where each file's counters lie. A file
 *   that is not in it counts into an array that nobody reads.
 */
function install(shared, manifest) {
  region = new Counters(shared.buffer, shared.byteOffset, shared.byteLength >>> 2);
  layout = manifest;
}

/** Sets these counters back to zero. @param {number[]} indices */
function reset(indices) {
  for (let i = 0; i < indices.length; i++) region[indices[i]] = 0;
}

/** Whether all of these counters were hit since they were zero. @param {number[]} indices */
function reached(indices) {
  for (let i = 0; i < indices.length; i++) if (region[indices[i]] === 0) return false;
  return true;
}

/** Whether one or more of these counters were hit since they were zero. @param {number[]} indices */
function hit(indices) {
  for (let i = 0; i < indices.length; i++) if (region[indices[i]] > 0) return true;
  return false;
}

/** @returns {Record<string, Uint32Array>} the counters of every rewritten file that was loaded, by key; for tests. */
function loaded() {
  return files;
}

module.exports = { install, reset, reached, hit, loaded };
