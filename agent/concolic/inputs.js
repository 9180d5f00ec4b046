'use strict';
// An assignment (src/concolic/input.h) → plain values that the function under exploration gets, each known to the runtime as an input.
const P = require('../primordials.js');
const { Type } = require('./ops.js');
const { runtime, trace, tables, Step, adopt, child, isObject, expectInstance, table } = require('./runtime.js');

const fromCharCode = String.fromCharCode;
const toNumber = Number;
const defineProperty = P.defineProperty;

function own(json, key) {
  return P.hasOwn(json, key) ? json[key] : undefined;
}

function text(json) {
  if (json === undefined) return '';
  if (typeof json === 'string') return json;
  let result = '';
  for (let i = 0; i < json.length; i++) result += fromCharCode(json[i]);
  return result;
}

function typeOfInput(json) {
  return json === undefined || json === null ? Type.absent : Type[json.t];
}

/** The value alone; properties of objects are built with it. */
function build(json) {
  switch (typeOfInput(json)) {
    case Type.null: return null;
    case Type.boolean: return own(json, 'v') === 1 || own(json, 'v') === true;
    case Type.number: return own(json, 'v') === undefined ? 0 : toNumber(json.v);
    case Type.string: return text(own(json, 's'));
    case Type.object: return withProperties({}, json);
    case Type.array: return withProperties(ofLength(own(json, 'v') === undefined ? 0 : toNumber(json.v)), json);
    case Type.function: return withProperties(inputFunction(own(json, 'r') || []), json);
    default: return undefined;
  }
}

/** Without holes: an element that nobody asked for is undefined. */
function ofLength(length) {
  const array = [];
  const most = length > 0 && length <= 10000 ? length : 0;
  for (let i = 0; i < most; i++) array[i] = undefined;
  return array;
}

function withProperties(object, json) {
  const properties = own(json, 'p');
  const tag = own(json, 'c') || 0;
  if (properties !== undefined) {
    const keys = P.keys(properties);
    for (let i = 0; i < keys.length; i++) {
      if (typeOfInput(properties[keys[i]]) === Type.absent) {
        delete object[keys[i]];
        continue;
      }
      const value = build(properties[keys[i]]);
      defineProperty(object, keys[i], { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    }
  }
  if (tag > 0) expectInstance(object, tag);
  return object;
}

const { get } = Reflect;
/** Function → the proxy that everybody else sees. */
const faceOf = new P.SafeWeakMap();
let globals = {};

/** A function whose calls return what the assignment says, each a new input. */
function inputFunction(results) {
  let calls = 0;
  const input = function () {
    const index = calls++;
    const json = index < results.length ? results[index] : undefined;
    const value = build(json);
    const found = tables.get(faceOf.get(input) || input);
    runtime.p = 0;
    if (found !== undefined && found.symbol >= 0 && trace.active) {
      const shadow = child(found.symbol, Step.result, index, '', typeOfInput(json), value);
      runtime.rs(shadow, value);
    }
    return value;
  };
  defineProperty(input, 'name', { __proto__: null, value: '', configurable: true });
  return input;
}

/** A root of the assignment: its value and its shadow. */
function root(step, index, name, json) {
  const value = build(json);
  const shadow = trace.symbol(step, -1, index, name, typeOfInput(json));
  if (isObject(value)) adopt(value, shadow);
  return { value, shadow };
}

/** Functions and modules that answer for others, by the name of their input. */
const standIns = { __proto__: null };

/** The stand-in for a module ("require:NAME"): it has whatever is asked of it while the target is loaded, and nothing new after that. */
function moduleStandIn(name) {
  if (standIns[name] === undefined) {
    const shadow = trace.symbol(Step.global, -1, 0, name, Type.function);
    standIns[name] = vivified(inputFunction([]), shadow);
  }
  return standIns[name];
}

function vivified(target, shadow) {
  const proxy = new P.Proxy(target, {
    __proto__: null,
    get(object, key, receiver) {
      const known = P.hasOwn(object, key) || typeof key !== 'string' || key === 'then' || key in object;
      if (!known && runtime.on !== 0) {
        const inner = trace.symbol(Step.property, trace.operands[shadow], 0, key, Type.function);
        const value = vivified(inputFunction([]), inner);
        table(proxy).entries.set(key, { s: inner, v: value });
        defineProperty(object, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
      }
      return get(object, key, receiver);
    },
  });
  faceOf.set(target, proxy);
  adopt(proxy, shadow);
  return proxy;
}

/** A function of the target that does not run: its calls return inputs. */
function functionStandIn(name) {
  const key = `function:${name}`;
  if (standIns[key] === undefined) {
    standIns[key] = inputFunction(own(own(globals, key) || {}, 'r') || []);
    adopt(standIns[key], trace.symbol(Step.global, -1, 0, key, Type.function));
  }
  return standIns[key]();
}

/** @param {{this: object, arguments: object[]}} assignment */
function buildInputs(assignment, parameters) {
  globals = own(assignment, 'globals') || {};
  const names = P.keys(globals);
  for (let i = 0; i < names.length; i++) if (standIns[names[i]] !== undefined) withProperties(standIns[names[i]], globals[names[i]]);
  const self = root(Step.this, 0, '', own(assignment, 'this'));
  const values = [];
  const shadows = [self.shadow];
  const given = own(assignment, 'arguments') || [];
  // Parameters that the assignment does not mention are inputs too: absent ones.
  const count = given.length > parameters ? given.length : parameters;
  let passed = 0;
  for (let i = 0; i < count; i++) {
    const argument = root(Step.argument, i, '', given[i]);
    shadows[i + 1] = argument.shadow;
    values[i] = argument.value;
    if (typeOfInput(given[i]) !== Type.absent) passed = i + 1;
  }
  values.length = passed;
  return { self: self.value, values, shadows };
}

module.exports = { buildInputs, build, moduleStandIn, functionStandIn, typeOfInput };
