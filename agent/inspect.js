'use strict';
// All that is reachable from a module, breadth first, so that each function is found under its shortest path. Runs in a child
// of its own: reading getters of the exports (lazy loading) changes nothing for the tests.
const P = require('./primordials.js');
const { about, data, isPrivate, kCore } = require('./prototypes.js');
const { parametersOf } = require('./parameters.js');
const { isClass, isForeign, sourceOf } = require('./function_source.js');
const { constant } = require('./constant.js');

const { cpuUsage } = process;

const kMaxDepth = 5;
const kMaxFunctions = 4000;
const kMaxConstants = 2000;
const kMaxKeys = 4000;
const kMaxSource = 20000;
/** Microseconds of the processor: getters of the target may take their time. */
const kMaxTime = 1e6;
/** Own properties that every function has, and the link to the parent class that util.inherits leaves. */
const kOfFunctions = P.setOf(['length', 'name', 'prototype', 'arguments', 'caller', 'super_']);
/** Reachable from many modules, interesting to none. */
const kForeign = P.setOf([globalThis, process, Object.prototype, Function.prototype, Array.prototype, Promise.prototype, Promise,
  Object, Function, Array, Date, Error, Map, Set, RegExp, Symbol, String, Number, Buffer]);
/** Modules of Node whose functions libraries wrap. */
const kCoreModules = ['fs', 'path', 'util', 'zlib', 'child_process', 'dns', 'crypto', 'os', 'url', 'timers'];

class Inspector {
  constructor() {
    this.functions = [];
    this.constants = [];
    /** Paths of what answers requests. The members of these values belong to the framework that made them. */
    this.servers = [];
    this.http = usesHttp();
    /** Function object → its entry. */
    this.entries = new P.SafeMap();
    this.visited = new P.SafeSet();
    this.queue = [];
    this.cut = false;
  }

  run(target) {
    this.value(target, []);
    const begin = cpuUsage();
    for (let i = 0; i < this.queue.length && this.functions.length < kMaxFunctions; i++) {
      this.members(this.queue[i], begin);
    }
    return { functions: this.functions, constants: this.constants, cut: this.cut, http: this.http, servers: this.servers };
  }

  /**
   * One value at a path. `made`: a getter made it. Its own getters are not followed: chains of them (chalk.bold.red.bold…) have
   * no end, and the second link can do no more than the first. Exports that are loaded when they are read are not meant.
   */
  value(value, path, made = false) {
    const object = value !== null && typeof value === 'object';
    if (this.http && require('./servers.js').isServer(value)) {
      if (!this.visited.has(value)) P.append(this.servers, path);
      this.visited.add(value);
      return undefined;
    }
    if (typeof value === 'function') this.function(value, path);
    if (!object && typeof value !== 'function') return this.constant(value, path);
    if (object && path.length > 0) this.constant(value, path);
    if (this.visited.has(value) || kForeign.has(value) || P.types.isProxy(value)) return undefined;
    this.visited.add(value);
    if (object && isData(value)) return undefined;
    if (path.length < kMaxDepth) P.append(this.queue, { object: value, path, made });
    return undefined;
  }

  constant(value, path) {
    if (path.length === 0) return;
    const json = constant(value);
    if (json === undefined) return;
    if (this.constants.length >= kMaxConstants) this.cut = true;
    else P.append(this.constants, { path, value: json });
  }

  function(value, path) {
    const known = this.entries.get(value);
    if (known !== undefined) {
      P.append(known.aliases, path);
      return;
    }
    const facts = functionFacts(value);
    const entry = {
      kind: facts.class ? 'constructor' : 'function', path, ...facts, aliases: [], instances: undefined, accessors: undefined,
    };
    if (!this.add(entry)) return;
    this.entries.set(value, entry);
    if (!facts.native || facts.constructs) this.prototype(value, entry);
  }

  add(entry) {
    if (this.functions.length >= kMaxFunctions) this.cut = true;
    else P.append(this.functions, entry);
    return this.functions[this.functions.length - 1] === entry;
  }

  /** Methods that instances of an exported class have, inherited ones of other user classes included. */
  prototype(constructor, entry) {
    const prototype = data(constructor, 'prototype');
    if (prototype === null || typeof prototype !== 'object' || P.types.isProxy(prototype)) return;
    const owner = about(prototype).name;
    entry.instances = owner;
    entry.accessors = [];
    const { methods } = about(prototype);
    for (let i = 0; i < methods.length; i++) {
      const name = methods[i];
      const { holder, property } = find(prototype, name);
      if (holder === undefined || kCore.has(holder) || typeof property.value !== 'function') continue;
      this.add({ kind: 'method', path: [name], owner, ...functionFacts(property.value), aliases: [] });
    }
    const keys = P.ownKeys(prototype);
    for (let i = 0; i < keys.length; i++) {
      const property = P.propertyOf(prototype, keys[i]);
      if (typeof keys[i] === 'string' && property.get !== undefined && keys[i] !== '__proto__') P.append(entry.accessors, keys[i]);
    }
  }

  members({ object, path, made }, begin) {
    const found = names(object);
    for (let i = 0; i < found.length; i++) {
      const name = found[i];
      const { user, system } = cpuUsage(begin);
      if (user + system > kMaxTime) {
        this.cut = true;
        return;
      }
      // Looked up before it is read: a getter may put what it made in its own place.
      const { property } = find(object, name);
      let value;
      try {
        value = object[name];
      } catch (error) {
        continue;
      }
      const got = property !== undefined && property.get !== undefined;
      if (!made || !got) this.value(value, extended(path, name), got && (path.length > 0 || isLink(object, value)));
    }
  }
}

P.alone(Inspector);

/** Whether the target has loaded Node's HTTP server, which every framework for servers loads. */
function usesHttp() {
  return P.includes(process.moduleLoadList, 'NativeModule _http_server');
}

function extended(path, name) {
  const longer = P.map(path, (one) => one);
  P.append(longer, name);
  return longer;
}

/** One more of what it was read from. */
function isLink(object, value) {
  if ((typeof value !== 'function' && typeof value !== 'object') || value === null || P.types.isProxy(value)) return false;
  const prototype = P.getPrototypeOf(object);
  return prototype !== null && !kForeign.has(prototype) && P.getPrototypeOf(value) === prototype;
}

/** Values whose members are no API: collections, bytes, dates, promises. */
function isData(value) {
  const { types } = P;
  return P.isArray(value) || P.isView(value) || types.isMap(value) || types.isSet(value) || types.isDate(value) ||
    types.isRegExp(value) || types.isPromise(value) || types.isAnyArrayBuffer(value) || types.isNativeError(value);
}

/** Names of own and inherited properties, up to the prototypes every object has. */
function names(object) {
  const found = [];
  const seen = new P.SafeSet();
  const function_ = typeof object === 'function';
  for (let at = object; at !== null && !kForeign.has(at) && !P.types.isProxy(at); at = P.getPrototypeOf(at)) {
    if (at !== object && function_ && (isNativeFunction(at) || kCore.has(at))) break;
    const keys = P.ownKeys(at);
    for (let i = 0; i < keys.length && found.length < kMaxKeys; i++) {
      const key = keys[i];
      // Paths travel as JSON, which has no lone surrogates.
      if (typeof key !== 'string' || !P.isWellFormed(key) || seen.has(key)) continue;
      if (key === 'constructor' || key === '__esModule' || key === '__proto__' || isPrivate(key)) continue;
      if (function_ && kOfFunctions.has(key)) continue;
      seen.add(key);
      P.append(found, key);
    }
  }
  return found;
}

function find(object, name) {
  for (let at = object; at !== null && !P.types.isProxy(at); at = P.getPrototypeOf(at)) {
    const property = P.propertyOf(at, name);
    if (property !== undefined) return { holder: at, property };
  }
  return { holder: undefined, property: undefined };
}

function isNativeFunction(value) {
  return typeof value === 'function' && P.endsWith(P.functionText(value), '{ [native code] }');
}

/** A module of Node; undefined where Node cannot load it any more, in what the target made of the language. */
function coreModule(name) {
  try {
    return require(`node:${name}`);
  } catch (error) {
    return undefined;
  }
}

/**
 * Parameters of Node's own function of this name: libraries wrap core functions behind (...args) and keep their names.
 * @returns {string[]}
 */
function coreParameters(name) {
  for (let i = 0; i < kCoreModules.length; i++) {
    const module = coreModule(kCoreModules[i]);
    const found = module === undefined ? undefined : data(module, name);
    if (typeof found === 'function' && !isNativeFunction(found)) return parametersOf(found);
  }
  return [];
}

/** What does not depend on where the function was found. */
function functionFacts(value) {
  const proxy = P.types.isProxy(value);
  const source = sourceOf(value);
  const native = proxy || P.endsWith(source, '{ [native code] }');
  const length = proxy ? 0 : data(value, 'length');
  const name = proxy ? '' : data(value, 'name');
  const prototype = proxy ? undefined : data(value, 'prototype');
  let parameters = native ? [] : parametersOf(value);
  const open = parameters.length === 0 || (parameters.length === 1 && P.startsWith(parameters[0], '...'));
  if (open && typeof name === 'string') {
    const core = coreParameters(name);
    if (core.length > parameters.length) parameters = extended(core, '...rest');
  }
  const onlyNew = !native && isClass(value);
  return {
    name: typeof name === 'string' ? name : '',
    class: onlyNew,
    constructs: onlyNew || hasInstances(prototype),
    length: typeof length === 'number' && length >= 0 && length < 1000 ? length | 0 : 0,
    parameters,
    source: native ? '' : P.slice(source, 0, kMaxSource),
    native,
    foreign: isForeign(value),
  };
}

/** A function written to be called with `new`: its prototype has more than the constructor, or another prototype. */
function hasInstances(prototype) {
  if (prototype === null || typeof prototype !== 'object' || P.types.isProxy(prototype)) return false;
  if (!P.hasOwn(prototype, 'constructor') && P.ownKeys(prototype).length === 0) return false;
  return P.some(P.ownKeys(prototype), (key) => key !== 'constructor') || P.getPrototypeOf(prototype) !== P.ObjectPrototype;
}

/**
 * @returns {{functions: object[], constants: object[], cut: boolean}} functions in the JSON of model::Function, with these
 *   members too: name, class (only `new` calls it), constructs (`new` makes sense), native, foreign (the target only hands it on), aliases, and for what constructs:
 *   instances (class name), accessors. kind "method" with owner: a method of such instances. `cut`: a limit ended the list.
 */
function inspect(target) {
  return new Inspector().run(target);
}

module.exports = { inspect };
