'use strict';
// The JSON of a test case tree (src/model/test_case.h) → nodes that the interpreter walks. Every member is present and
// nothing is inherited, so that a polluted Object.prototype cannot add arguments or bodies to a test.
const P = require('./primordials.js');
const { own, text } = require('./build.js');

const kNone = P.list();

/**
 * @typedef {{id: number, takes: number, body: Call[], result: Argument|null, throws: boolean, source: string}} Callback
 * @typedef {{id: number, do: string, path: string[], on: Argument|null, with: Argument[], url: string}} Call
 * @typedef {{a: string, v: object, node: number, index: number, keys: string[], items: Argument[], path: string[],
 *   cb: Callback|null}} Argument
 */

function list(json, convert) {
  if (json === undefined) return kNone;
  const result = P.list();
  for (let i = 0; i < json.length; i++) result[i] = convert(json[i]);
  return result;
}

/** @returns {Callback} */
function callback(json) {
  const result = own(json, 'result');
  return {
    id: own(json, 'id') || 0,
    takes: own(json, 'takes') || 0,
    body: list(own(json, 'body'), call),
    result: result === undefined ? null : argument(result),
    throws: own(json, 'throws') === true,
    source: own(json, 'source') || '',
  };
}

/** @returns {Call} */
function call(json) {
  const on = own(json, 'on');
  return {
    id: json.id,
    do: json.do,
    path: list(own(json, 'path'), text),
    on: on === undefined ? null : argument(on),
    with: list(own(json, 'with'), argument),
    url: text(own(json, 'url')),
  };
}

/** @returns {Argument} */
function argument(json) {
  const cb = own(json, 'cb');
  return {
    a: json.a,
    v: own(json, 'v'),
    node: own(json, 'node') || 0,
    index: own(json, 'index') || 0,
    keys: list(own(json, 'keys'), text),
    items: list(own(json, 'items'), argument),
    path: list(own(json, 'path'), text),
    cb: cb === undefined ? null : callback(cb),
  };
}

module.exports = { program: callback };
