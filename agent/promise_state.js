'use strict';
// The state of a native promise, without touching it: a handler would count as handling its rejection. Promises that
// the test observes anyway are remembered here with their value; any other is asked of util.inspect, the only stable
// way in plain JavaScript on Node 20 to 26 (Node-API has none).
const P = require('./primordials.js');

const observed = new P.SafeWeakMap();
const kState = { pending: 0, fulfilled: 1, rejected: 2 };
const options = P.create(null);
Object.assign(options, {
  depth: 0, customInspect: false, showProxy: false, maxArrayLength: 0, maxStringLength: 0, breakLength: Infinity,
  colors: false, getters: false, showHidden: false, compact: 3, sorted: false,
});

/** Notes what an observed promise became. */
function settle(promise, state, value) {
  observed.set(promise, { state, known: true, value });
}

/** @returns {{state: number, known: boolean, value: any}} `value` only when it is known */
function promiseState(promise) {
  const found = observed.get(promise);
  return found === undefined ? { state: ask(promise), known: false, value: undefined } : found;
}

function ask(promise) {
  let text;
  try {
    text = P.inspect(promise, options);
  } catch (error) {
    return kState.pending;
  }
  // "Name [Promise] { <pending> }": the state is the first thing in the braces.
  const inside = P.slice(text, P.indexOf(text, '{ ') + 2, P.indexOf(text, '{ ') + 12);
  if (P.startsWith(inside, '<pending>')) return kState.pending;
  return P.startsWith(inside, '<rejected>') ? kState.rejected : kState.fulfilled;
}

module.exports = { settle, promiseState, kState };
