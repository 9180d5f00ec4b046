'use strict';
// One run of a function under exploration: inputs from the assignment, the call, the trace.
const P = require('../primordials.js');
const { runtime, trace } = require('./runtime.js');
const registry = require('./registry.js');
const { buildInputs } = require('./inputs.js');

let found;

/** The value at a path below the global object, without running getters. */
function atGlobal(path) {
  let value = globalThis;
  for (let i = 0; i < path.length; i++) {
    const property = value === undefined || value === null ? undefined : P.getOwnPropertyDescriptor(value, path[i]);
    value = property === undefined ? undefined : property.value;
  }
  return value;
}

/**
 * What can be explored, for the core: files with the numbers of their first places, places of functions that are there; with the path
 * of a global also the place of the function it holds.
 */
function list(target, path) {
  runtime.on = 0;
  found = registry.functions([target]);
  const sites = [];
  found.forEach((callee, site) => {
    sites[sites.length] = site;
  });
  const files = [];
  for (let i = 0; i < registry.files.length; i++) {
    const { key, offset, size } = registry.files[i];
    files[i] = { key, offset, size };
  }
  const answer = { files, functions: sites };
  if (path !== undefined) answer.global = registry.siteOf(atGlobal(path));
  return answer;
}

/**
 * Calls the function; what it does is for the caller to record.
 * @param {{site: number, parameters: number, assignment: object}} job
 * @param {Uint8Array} region for the trace
 * @returns {{self: any, values: any[], call: () => any}}
 */
function prepare(job, target, region) {
  if (found === undefined) list(target);
  const callee = job.global !== undefined && job.global.length > 0 ? atGlobal(job.global) : found.get(job.site);
  trace.begin(region);
  const { self, values, shadows } = buildInputs(job.assignment, job.parameters);
  const isClass = typeof callee === 'function' && P.startsWith(P.functionText(callee), 'class');
  const call = () => {
    if (typeof callee !== 'function') throw new P.TypeError('the function under exploration is not there');
    runtime.np = 1;
    runtime.stub = job.stub === true ? 1 : 0;
    runtime.entering = job.site;
    runtime.open(0, callee, self, values, shadows);
    let result = isClass ? P.construct(callee, values) : P.apply(callee, self, values);
    if (P.types.isGeneratorObject(result)) result = drain(result, callee, self, values, shadows);
    return result;
  };
  return { self, values, call };
}

const kMostSteps = 1000;

/** A generator's body runs when it is asked; its head takes the arguments at the first time. */
function drain(generator, callee, self, values, shadows) {
  const results = [];
  for (let i = 0; i < kMostSteps; i++) {
    if (i === 0) runtime.open(0, callee, self, values, shadows);
    const { done, value } = generator.next();
    if (done) break;
    results[i] = value;
  }
  return results;
}

const kFrame = /\(?((?:file:\/\/)?\/[^()]*):(\d+):(\d+)\)?$/;
const execute = P.uncurry(RegExp.prototype.exec);
const endsWith = P.uncurry(String.prototype.endsWith);

/** Where an error was made: the first frame in a rewritten file, as "lib/index.js:12:3"; "" when it cannot be told. */
function placeOf(error) {
  const property = typeof error === 'object' && error !== null ? P.getOwnPropertyDescriptor(error, 'stack') : undefined;
  if (property === undefined) return '';
  const text = P.hasOwn(property, 'value') ? property.value : P.apply(property.get, error, []);
  if (typeof text !== 'string') return '';
  const lines = P.split(text, '\n');
  for (let i = 1; i < lines.length; i++) {
    const frame = execute(kFrame, lines[i]);
    if (frame === null) continue;
    for (let j = 0; j < registry.files.length; j++) {
      if (endsWith(frame[1], `/${registry.files[j].key}`)) return `${registry.files[j].key}:${frame[2]}`;
    }
  }
  return '';
}

module.exports = { list, prepare, placeOf };
