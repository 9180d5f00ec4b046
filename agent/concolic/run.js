'use strict';
// One run of a function under exploration: inputs from the assignment, the call, the trace.
const P = require('../primordials.js');
const { runtime, trace } = require('./runtime.js');
const { tagOf } = require('./instances.js');
const registry = require('./registry.js');
const { isClass, sourceOf } = require('../function_source.js');
const { buildInputs, buildOuter, buildMaking, buildSurroundings, primitiveInput } = require('./inputs.js');
const { runScript } = require('./script.js');

const { setPrototypeOf } = Reflect;
let found;

/** The value at a path below the global object, without running getters. */
function atGlobal(path) {
  let value = globalThis;
  for (let i = 0; i < path.length; i++) {
    const property = value === undefined || value === null ? undefined : P.propertyOf(value, path[i]);
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
  const sites = P.list();
  found.forEach((callee, site) => {
    sites[sites.length] = site;
  });
  const files = P.list();
  for (let i = 0; i < registry.files.length; i++) {
    const { key, offset, size } = registry.files[i];
    files[i] = { key, offset, size, variables: variablesOf(registry.files[i]) };
  }
  const exported = P.list();
  registry.paths(target).forEach(({ path: names, callee }, site) => {
    exported[exported.length] = { site, path: names, tag: tagOf(callee) };
  });
  const answer = { files, functions: sites, exported, globals: globalConstructors() };
  if (path !== undefined) answer.global = registry.siteOf(atGlobal(path));
  return answer;
}

/** Variables of a file that hold no object, as inputs. */
function variablesOf(file) {
  const variables = { __proto__: null };
  for (let i = 0; i < file.variables.length; i++) {
    try {
      const input = primitiveInput(file.variables[i][1]());
      if (input !== undefined) variables[file.variables[i][0]] = input;
    } catch (error) {
      // Not initialised.
    }
  }
  return variables;
}

// Node loads the code of some globals when they are first looked at: now, before the target may have left it no language to run in.
for (const name of P.ownKeys(globalThis)) P.getOwnPropertyDescriptor(globalThis, name);

/** Constructors every program has, with the numbers that instances of them are asked for by. */
function globalConstructors() {
  const list = P.list();
  const names = P.ownKeys(globalThis);
  for (let i = 0; i < names.length; i++) {
    const property = P.propertyOf(globalThis, names[i]);
    const value = property !== undefined && P.hasOwn(property, 'value') ? property.value : undefined;
    if (typeof names[i] !== 'string' || typeof value !== 'function' || !P.hasOwn(value, 'prototype')) continue;
    list[list.length] = { tag: tagOf(value), name: names[i] };
  }
  return list;
}

/**
 * Calls the function; what it does is for the caller to record.
 * @param {{site: number, parameters: number, stub: boolean, outer: {site: number, parameters: number}[], assignment: object}} job
 *   outer: the functions around it that have to run first, outermost first, where it exists only while they run
 * @param {Uint8Array} region for the trace
 * @returns {{self: any, values: any[], call: () => any}}
 */
function prepare(job, target, region) {
  if (found === undefined) list(target);
  trace.begin(region);
  trace.calls = job.calls === true;
  runtime.deep = job.deep === true ? 1 : 0;
  trace.explain(job.explain === true);
  buildSurroundings(job.assignment, registry.files, job.stub === true ? registry.fileOf(job.site) : undefined);
  if (job.script === true) {
    trace.own();
    runtime.np = 1;
    runtime.nk = 1;
    return { self: undefined, values: [], call: () => runScript(target) };
  }
  const outer = job.outer || [];
  const global = job.global || [];
  const callee = global.length > 0 ? atGlobal(global) : outer.length === 0 ? found.get(job.site) : inside(job, outer);
  if (typeof callee === 'function') trace.own();
  const { self, values, shadows } = buildInputs(job.assignment, job.parameters);
  const call = () => {
    if (typeof callee !== 'function') throw new P.TypeError('the function under exploration is not there');
    return invoke(job, job.site, callee, { self, values, shadows });
  };
  return { self, values, call };
}

/** Runs the functions around the one that is wanted. */
function inside(job, outer) {
  let callee = found.get(outer[0].site);
  for (let i = 0; i < outer.length && typeof callee === 'function'; i++) {
    const inputs = buildOuter(job.assignment, outer.length - i, outer[i].parameters);
    const roots = [inputs.self];
    for (let j = 0; j < inputs.values.length; j++) roots[j + 1] = inputs.values[j];
    runtime.on = 1;
    try {
      roots[roots.length] = invoke(job, outer[i].site, callee, inputs);
    } catch (error) {
      // It may have got far enough.
    }
    runtime.on = 0;
    callee = registry.functions(roots).get(i + 1 < outer.length ? outer[i + 1].site : job.site);
  }
  return callee;
}

function invoke(job, site, callee, { self, values, shadows }) {
  const holder = registry.holders.get(callee);
  const maker = job.deep === true && holder !== undefined && !isClass(callee) ? makerOf(holder) : undefined;
  if (maker !== undefined) return invokeOnMade(job, site, callee, maker, { values, shadows });
  // A method runs on an instance, so that it finds the other methods; alone it meets inputs only. A list stays one.
  if (holder !== undefined && job.stub !== true && typeof self === 'object' && self !== null && !P.isArray(self)) setPrototypeOf(self, holder);
  runtime.np = 1;
  runtime.nk = 1;
  runtime.stub = job.stub === true ? 1 : 0;
  runtime.entering = site;
  runtime.open(0, callee, self, values, shadows);
  let result = isClass(callee) ? P.construct(callee, values) : P.apply(callee, self, values);
  if (P.types.isGeneratorObject(result)) result = drain(result, runtime.channel);
  return result;
}

const kPrivateName = /#[\w$]/;

/** The class whose constructor alone can make what the method is called on: one with private members. */
function makerOf(holder) {
  const property = P.getOwnPropertyDescriptor(holder, 'constructor');
  const maker = property === undefined ? undefined : property.value;
  if (typeof maker !== 'function' || maker.prototype !== holder) return undefined;
  for (let at = maker; typeof at === 'function' && isClass(at); at = P.getPrototypeOf(at)) {
    if (execute(kPrivateName, `${sourceOf(at)}`) !== null) return maker;
  }
  return undefined;
}

/** What the constructor is passed is input. Where it refuses that, no caller has such a receiver: the run ends there. */
function invokeOnMade(job, site, callee, maker, { values, shadows }) {
  runtime.np = 1;
  runtime.nk = 1;
  const making = buildMaking(job.assignment, maker.length);
  let self;
  try {
    runtime.open(0, maker, undefined, making.values, making.shadows);
    self = P.construct(maker, making.values);
  } catch (error) {
    return undefined;
  }
  shadows[0] = 0;
  runtime.p = 0;
  runtime.entering = site;
  runtime.open(0, callee, self, values, shadows);
  const result = P.apply(callee, self, values);
  return P.types.isGeneratorObject(result) ? drain(result, runtime.channel) : result;
}

const kMostSteps = 1000;

/** A generator's body runs when it is asked; its head takes the arguments at the first time. */
function drain(generator, channel) {
  runtime.p = 0;
  runtime.generators.set(generator, channel);
  const results = P.list();
  for (let i = 0; i < kMostSteps; i++) {
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
  const property = typeof error === 'object' && error !== null ? P.propertyOf(error, 'stack') : undefined;
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
