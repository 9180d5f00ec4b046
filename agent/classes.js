'use strict';
// Classes by looking at them while they run (paper 002, chapter 4): constructor functions and ES classes below the module, their
// methods wherever they were defined (prototype, constructor, alias, parent class), accessors, static members and fields. Fields and
// methods that a constructor makes are seen on an instance, which is constructed with unknowns.

const P = require('./primordials.js');
const { data } = require('./prototypes.js');
const { parametersOf, hasConstructor } = require('./parameters.js');
const { isClass, isForeign, siteOf, sourceOf, usesThis } = require('./function_source.js');
const { Run, record, unknown } = require('./unknown.js');

const { cpuUsage } = process;

const kMostClasses = 200;
const kMostMembers = 300;
const kTries = 6;
const kTraps = 400;
const kMaxDepth = 4;
/** Microseconds of the processor: getters of the target may take their time. */
const kMaxTime = 5e5;
const kEnd = P.setOf([P.ObjectPrototype, Function.prototype, null]);
const { iterator } = Symbol;
const kNotOfInstances = P.setOf(['prototype', 'constructor', 'super_']);
const kOfFunctions = ['length', 'name', 'prototype', 'arguments', 'caller', 'super_'];
const kOfNode = P.setOf(['EventEmitter', 'Readable', 'Writable', 'Duplex', 'Transform', 'Stream']);
const kCapital = /^[A-Z]/;
const kNativeEnd = '{ [native code] }';
/** Longer parameter lists are nobody's. */
const kMostLength = 1000;

/**
 * @typedef {{name: string, kind: 'method'|'get'|'set', static: boolean, inherited: boolean, length: number, parameters: string[],
 *   async: boolean, generator: boolean, site?: [string, number]}} Member
 * @typedef {{path: string[], name: string, base: string, length: number, parameters: string[], fields: string[], members: Member[],
 *   iterable: boolean, callable: boolean, constructed: boolean, site?: [string, number]}} Class
 *   site: file and number in the manifest, where it is one of the target's
 */

/** Names travel as JSON, which has no lone surrogates. */
const isName = (key) => typeof key === 'string' && P.isWellFormed(key);

function facts(value) {
  const length = data(value, 'length');
  return {
    length: typeof length === 'number' && length >= 0 && length < kMostLength ? length | 0 : 0,
    parameters: parametersOf(value),
    async: P.types.isAsyncFunction(value),
    generator: P.types.isGeneratorFunction(value),
    site: siteOf(value),
  };
}

class Analysis {
  constructor() {
    this.classes = [];
    /** Those that the target only hands on. */
    this.foreign = [];
    this.seen = new P.SafeSet();
    this.queue = [];
  }

  run(target) {
    this.look(target, []);
    const begin = cpuUsage();
    for (let i = 0; i < this.queue.length && this.classes.length + this.foreign.length < kMostClasses; i++) {
      const { object, path } = this.queue[i];
      const keys = P.ownKeys(object);
      for (let k = 0; k < keys.length; k++) {
        const key = keys[k];
        const { user, system } = cpuUsage(begin);
        if (user + system > kMaxTime) return this.classes;
        if (!isName(key) || kNotOfInstances.has(key)) continue;
        let value;
        try {
          value = object[key];
        } catch (error) {
          continue;
        }
        const below = P.map(path, (name) => name);
        P.append(below, key);
        this.look(value, below);
      }
    }
    return this.classes;
  }

  look(value, path) {
    if (value === null || (typeof value !== 'object' && typeof value !== 'function') || P.types.isProxy(value)) return;
    if (this.seen.has(value)) return;
    this.seen.add(value);
    if (typeof value === 'function' && constructs(value)) {
      P.append(isForeign(value) ? this.foreign : this.classes, describe(value, path));
    }
    if (path.length < kMaxDepth && !P.isView(value) && !P.isArray(value)) P.append(this.queue, { object: value, path });
  }
}

P.alone(Analysis);

/** ES classes, functions with something on their prototype, and functions with a capital that use `this`. */
function constructs(value) {
  const text = sourceOf(value);
  if (text === '' || P.endsWith(text, kNativeEnd)) return false;
  if (isClass(value)) return true;
  const prototype = data(value, 'prototype');
  if (prototype === null || typeof prototype !== 'object') return false;
  if (P.types.isGeneratorFunction(value)) return false;
  if (P.some(P.ownKeys(prototype), (key) => key !== 'constructor')) return true;
  if (P.getPrototypeOf(prototype) !== P.ObjectPrototype) return true;
  return P.exec(kCapital, textOf(value, 'name')) !== null && usesThis(value);
}

/** A data property that is a text, else ''. */
function textOf(object, key) {
  const text = data(object, key);
  return typeof text === 'string' ? text : '';
}

/** The class above, '' for none. */
function baseName(prototype) {
  const parent = prototype === null || prototype === undefined ? null : P.getPrototypeOf(prototype);
  const constructor = parent === null || parent === P.ObjectPrototype ? undefined : data(parent, 'constructor');
  const named = (typeof constructor === 'object' && constructor !== null) || typeof constructor === 'function';
  return named ? textOf(constructor, 'name') : '';
}

function describe(value, path) {
  const prototype = data(value, 'prototype');
  const own = facts(value);
  // A derived class without a constructor takes what its parent takes.
  for (let up = P.getPrototypeOf(value); own.parameters.length === 0 && typeof up === 'function' && constructs(up); up = P.getPrototypeOf(up)) {
    if (hasConstructor(value)) break;
    own.parameters = facts(up).parameters;
    own.length = facts(up).length;
  }
  const result = {
    path, name: className(value, prototype, path), base: baseName(prototype), ...own, fields: [], members: [], iterable: false,
    callable: !isClass(value), constructed: false,
  };
  // What a class of the target has from a dependency is the dependency's to test.
  const keeps = isForeign(value) ? () => true : (member) => !isForeign(member);
  const names = new P.SafeSet();
  for (let at = prototype; !kEnd.has(at) && at !== undefined; at = P.getPrototypeOf(at)) {
    if (isNative(at)) break;
    members(at, result, names, false, at !== prototype, keeps);
    if (P.propertyOf(at, iterator) !== undefined) result.iterable = true;
  }
  members(value, result, P.setOf(kOfFunctions), true, false, keeps);
  const instance = instantiate(value, own.parameters.length || own.length);
  if (instance !== undefined) {
    result.constructed = true;
    members(instance, result, names, false, false, keeps);
  }
  return result;
}

function className(value, prototype, path) {
  const constructor = prototype === null || prototype === undefined ? undefined : data(prototype, 'constructor');
  const name = typeof constructor === 'function' ? data(constructor, 'name') : undefined;
  if (typeof name === 'string' && name !== '' && name !== 'Object') return name;
  const ownName = data(value, 'name');
  return typeof ownName === 'string' && ownName !== '' ? ownName : (path.length > 0 && path[path.length - 1]) || 'Module';
}

/** A prototype that the language or Node brings along. */
function isNative(prototype) {
  const constructor = data(prototype, 'constructor');
  if (typeof constructor !== 'function') return false;
  const text = sourceOf(constructor);
  return P.endsWith(text, kNativeEnd) || kOfNode.has(data(constructor, 'name'));
}

/** @param {(member: Function) => boolean} keeps which functions are members worth a test */
function members(object, result, names, isStatic, inherited, keeps) {
  const keys = P.ownKeys(object);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (!isName(key) || key === 'constructor' || names.has(key) || result.members.length >= kMostMembers) continue;
    names.add(key);
    const property = P.propertyOf(object, key);
    const add = (kind, member) => {
      if (keeps(member)) P.append(result.members, { name: key, static: isStatic, inherited, kind, ...facts(member) });
    };
    if (!P.hasOwn(property, 'value')) {
      if (property.get !== undefined) add('get', property.get);
      if (property.set !== undefined) add('set', property.set);
    } else if (typeof property.value === 'function' && !P.types.isProxy(property.value)) {
      if (!(isStatic && constructs(property.value))) add('method', property.value);
    } else if (!isStatic) {
      P.append(result.fields, key);
    }
  }
}

function instantiate(value, count) {
  for (let attempt = 0; attempt < kTries; attempt++) {
    const run = new Run(attempt + 1, kTraps);
    const values = [];
    // The last attempts hand in nothing: some constructors want options or leave everything to defaults.
    for (let i = 0; attempt < kTries - 1 && i < count; i++) P.append(values, unknown(record(), run));
    try {
      const instance = P.construct(value, values);
      if (!P.types.isProxy(instance)) return instance;
    } catch (error) {
      // The next attempt behaves otherwise.
    }
  }
  return undefined;
}

/** @returns {{classes: Class[]}} the classes below `target`, each under its shortest path; those of others only where it has none of its own */
function analyse(target) {
  const analysis = new Analysis();
  const classes = analysis.run(target);
  return { classes: classes.length > 0 ? classes : analysis.foreign };
}

module.exports = { analyse };
