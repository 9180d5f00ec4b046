'use strict';
// An assignment (src/concolic/input.h) → plain values that the function under exploration gets, each known to the runtime as an input.
const P = require('../primordials.js');
const { Op, Type } = require('./ops.js');
const { runtime, trace, tables, Step, adopt, child, conversions, isObject, table, aspect, node } = require('./runtime.js');
const instances = require('./instances.js');
const { keyOfName } = require('./names.js');

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
    case Type.object: return own(json, 'c') === instances.kUndetectable ? instances.undetectable() : withProperties({}, json);
    case Type.array: return withProperties(ofLength(own(json, 'v') === undefined ? 0 : toNumber(json.v)), json);
    case Type.function: return withProperties(inputFunction(answersOf(json)), json);
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
      // What the function calls others with is none of its properties.
      if (keys[i][0] === '(') continue;
      const key = keyOfName(keys[i]);
      if (typeOfInput(properties[keys[i]]) === Type.absent) {
        delete object[key];
        continue;
      }
      const value = build(properties[keys[i]]);
      defineProperty(object, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    }
  }
  if (tag > 0) instances.expect(object, tag);
  return object;
}

const { get } = Reflect;
/** Function → the proxy that everybody else sees, and back. */
const faceOf = new P.SafeWeakMap();
const behindFace = new P.SafeWeakMap();
/** Function → what its calls do. */
const answers = new P.SafeWeakMap();
let globals = {};

/** What calls return, and which of them throws (from 1; 0: none). */
function answersOf(json) {
  return { results: own(json, 'r') || [], throws: own(json, 'x') || 0, handed: own(json, 'p') || {} };
}

/** Beside other decisions of a call: whether an input calls what it is passed. */
const kCallsBack = 40;
const kMostHanded = 3;

/** An input that is called with functions may call them. What it passes them are inputs; whether it does is a decision. */
function callOthers(found, handed, values) {
  if (found === undefined || found.symbol < 0 || !trace.active) return;
  const site = runtime.at;
  let first = -1;
  for (let i = values.length - 1; i >= 0; i--) if (typeof values[i] === 'function') first = i;
  if (first < 0) return;
  const passed = [];
  const shadows = [0];
  const length = values[first].length;
  for (let i = 0; i < kMostHanded && (i === 0 || i < length); i++) {
    const json = own(handed, `(${i})`);
    passed[i] = build(json);
    shadows[i + 1] = child(found.symbol, Step.property, 0, `(${i})`, typeOfInput(json), passed[i]);
  }
  const calls = own(handed, '(0)') !== undefined && typeOfInput(handed['(0)']) !== Type.absent;
  if (shadows[1] !== 0) runtime.br(aspect(site, kCallsBack), node(Op.present, [shadows[1]]), calls);
  for (let i = first; calls && i < values.length; i++) {
    if (typeof values[i] !== 'function') continue;
    runtime.open(site, values[i], undefined, passed, shadows);
    P.apply(values[i], undefined, passed);
    runtime.p = 0;
  }
}

/** A function whose calls return what the assignment says, each a new input. */
function inputFunction(answer) {
  let calls = 0;
  const input = function (...values) {
    const index = calls++;
    const { results, throws } = answers.get(input);
    const json = index < results.length ? results[index] : undefined;
    // `new` makes an object, whatever is returned.
    const made = new.target !== undefined && typeOfInput(json) < Type.object;
    const value = made ? {} : build(json);
    if (runtime.deep === 1 && index === 0) callOthers(tables.get(faceOf.get(input) || input), answers.get(input).handed, values);
    const owner = conversions.ownerOf(this, input);
    const found = tables.get(faceOf.get(input) || input);
    runtime.p = 0;
    if (throws === index + 1) throw new P.Error();
    if (found !== undefined && found.symbol >= 0 && trace.active) {
      const shadow = child(found.symbol, Step.result, index, '', made ? Type.object : typeOfInput(json), value);
      runtime.rs(shadow, value);
      conversions.note(owner, value, shadow);
    }
    return value;
  };
  defineProperty(input, 'name', { __proto__: null, value: '', configurable: true });
  answers.set(input, answer);
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
    standIns[name] = vivified(inputFunction(answersOf({})), shadow);
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
        const value = vivified(inputFunction(answersOf({})), inner);
        table(proxy).entries.set(key, { s: inner, v: value });
        defineProperty(object, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
      }
      return get(object, key, receiver);
    },
  });
  faceOf.set(target, proxy);
  behindFace.set(proxy, target);
  adopt(proxy, shadow);
  return proxy;
}

/** A stand-in with what the assignment says of it: members, and what its calls return. */
function answering(standIn, json) {
  if (own(json, 'r') !== undefined || own(json, 'x') !== undefined) answers.set(behindFace.get(standIn) || standIn, answersOf(json));
  return withProperties(standIn, json);
}

/** A function of the target that does not run: its calls return inputs. */
function functionStandIn(name) {
  const key = `function:${name}`;
  if (standIns[key] === undefined) {
    standIns[key] = inputFunction(answersOf(own(globals, key) || {}));
    adopt(standIns[key], trace.symbol(Step.global, -1, 0, key, Type.function));
  }
  return standIns[key]();
}

/** Names that code reads and nobody declares: what the assignment says, or a stand-in, or nothing. */
function buildGlobals(assigned, files) {
  for (let i = 0; i < files.length; i++) {
    for (let j = 0; j < files[i].free.length; j++) {
      const name = files[i].free[j];
      const json = own(assigned, name);
      const standIn = standIns[name];
      if (name in globalThis && standIn === undefined) continue;
      let input;
      if (standIn !== undefined && (json === undefined || typeOfInput(json) === Type.function)) {
        input = { value: answering(standIn, json || {}), shadow: tables.get(standIn).node };
      } else {
        input = root(Step.global, 0, name, json);
      }
      defineProperty(globalThis, name, { __proto__: null, value: input.value, writable: true, enumerable: false, configurable: true });
      runtime.globals[name] = { v: input.value, s: input.shadow };
    }
  }
}

/** Variables of the explored function's file: those that hold no object are inputs. */
function buildVariables(assigned, file) {
  for (let i = 0; i < file.variables.length; i++) {
    const [name, get_, set] = file.variables[i];
    const json = own(assigned, name);
    if (json === undefined) continue;
    try {
      if (!isObject(get_())) {
        const { value, shadow } = root(Step.global, 0, name, json);
        set(value, shadow);
      }
    } catch (error) {
      // Not initialised.
    }
  }
}

/** The receiver and the arguments of a call. @param {(name: string) => object} input of the assignment: "this", "0", "1" … */
function buildCall(parameters, count, input, symbol) {
  const self = symbol('this', 0, input('this'));
  const values = [];
  const shadows = [self.shadow];
  // Parameters that the assignment does not mention are inputs too: absent ones.
  const most = count > parameters ? count : parameters;
  let passed = 0;
  for (let i = 0; i < most; i++) {
    const json = input(`${i}`);
    const argument = symbol(`${i}`, i, json);
    shadows[i + 1] = argument.shadow;
    values[i] = argument.value;
    if (typeOfInput(json) !== Type.absent) passed = i + 1;
  }
  values.length = passed;
  return { self: self.value, values, shadows };
}

/** @param {{this: object, arguments: object[], globals: object}} assignment */
function buildInputs(assignment, parameters) {
  const given = own(assignment, 'arguments') || [];
  const input = (name) => (name === 'this' ? own(assignment, 'this') : given[name]);
  return buildCall(parameters, given.length, input, (name, index, json) =>
    root(name === 'this' ? Step.this : Step.argument, index, '', json));
}

/** The call of a function around the explored one: its inputs are known as "outer1:this", "outer1:0" … */
function buildOuter(assignment, level, parameters) {
  const names = own(assignment, 'globals') || {};
  const prefix = `outer${level}:`;
  let count = 0;
  while (own(names, `${prefix}${count}`) !== undefined) count++;
  return buildCall(parameters, count, (name) => own(names, prefix + name), (name, index, json) => root(Step.global, 0, prefix + name, json));
}

/** What the constructor of a receiver is called with: inputs known as "new:0", "new:1" … */
function buildMaking(assignment, parameters) {
  const names = own(assignment, 'globals') || {};
  const values = [];
  const shadows = [0];
  let passed = 0;
  for (let i = 0; i < parameters || own(names, `new:${i}`) !== undefined; i++) {
    const json = own(names, `new:${i}`);
    const argument = root(Step.global, 0, `new:${i}`, json);
    values[i] = argument.value;
    shadows[i + 1] = argument.shadow;
    if (typeOfInput(json) !== Type.absent) passed = i + 1;
  }
  values.length = passed;
  trace.initial('new:this', '{"t":"object"}');
  return { values, shadows };
}

/** What the assignment says of everything that is no argument. */
function buildSurroundings(assignment, files, file) {
  globals = own(assignment, 'globals') || {};
  const names = P.keys(globals);
  for (let i = 0; i < names.length; i++) if (standIns[names[i]] !== undefined) answering(standIns[names[i]], globals[names[i]]);
  buildGlobals(globals, files);
  if (file !== undefined) buildVariables(globals, file);
}

/** A value as an assignment says it, without its parts; undefined for objects. */
function primitiveInput(value) {
  switch (typeof value) {
    case 'undefined': return { t: 'undefined' };
    case 'boolean': return { t: 'boolean', v: value ? 1 : 0 };
    case 'number': return { t: 'number', v: value - value === 0 && !(value === 0 && 1 / value < 0) ? value : value === 0 ? '-0' : `${value}` };
    case 'string': return { t: 'string', s: value };
    default: return value === null ? { t: 'null' } : undefined;
  }
}

const { stringify } = JSON;
const kDeepest = 4;

/** A value as an assignment says it, parts included. */
function asInput(value, depth) {
  const primitive = primitiveInput(value);
  if (primitive !== undefined) return primitive;
  const type = typeof value === 'function' ? 'function' : P.isArray(value) ? 'array' : 'object';
  const properties = {};
  const keys = depth < kDeepest && isObject(value) ? P.keys(value) : [];
  for (let i = 0; i < keys.length; i++) {
    const property = P.getOwnPropertyDescriptor(value, keys[i]);
    if (P.hasOwn(property, 'value')) properties[keys[i]] = asInput(property.value, depth + 1);
  }
  return type === 'array' ? { t: type, v: value.length, p: properties } : { t: type, p: properties };
}

/** An input that a script declares: what the assignment says, or its first value, which the core is told. */
function declareInput(name, initial, anyType) {
  let json = own(globals, name);
  if (json === undefined) {
    json = anyType ? { t: 'undefined' } : asInput(initial, 0);
    trace.initial(name, stringify(json));
  }
  // An input whose first value has a type stays of that type (src/concolic/path.h: kDeclaredType).
  const typed = !anyType && typeOfInput(json) > Type.undefined;
  const input = root(Step.global, typed ? 1 : 0, name, json);
  if (typed) trace.type(0, input.shadow, 1 << typeOfInput(json));
  return input;
}

module.exports = { declareInput, buildInputs, buildOuter, buildMaking, buildSurroundings, build, moduleStandIn, functionStandIn, typeOfInput, primitiveInput };
