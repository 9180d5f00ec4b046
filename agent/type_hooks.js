'use strict';
// What a program rewritten for type inference (src/syntax/pass/type_hooks.cc) calls at its operators. Ordinary values get what the
// operator gives; an unknown (unknown.js) learns which operator it met, with what, and takes part with a value that fits.

const P = require('./primordials.js');
const { note, noteTest, noteConstant, stateOf, kindOf } = require('./unknown.js');

const kName = '__kingbirdTypes$';

/** The unknown whose absence the last truth test decided: what stands behind `||` is its default. */
let absent;

function plain(operator, a, b) {
  switch (operator) {
    case '+': return a + b;
    case '<': return a < b;
    case '>': return a > b;
    case '<=': return a <= b;
    case '>=': return a >= b;
    case '==': return a == b;
    case '!=': return a != b;
    case '===': return a === b;
    default: return a !== b;
  }
}

function isPrimitive(value) {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Notes what the unknown met and answers the value it takes part with. */
function meet(state, verb, other, kind) {
  state.run.trap();
  note(state.record, `${verb} ${kind}`);
  if (isPrimitive(other) && verb === 'compared with') noteConstant(state.record, other);
  switch (kind) {
    case 'string': return state.asText();
    case 'bigint': return BigInt(state.asNumber());
    case 'number': case 'boolean': case 'null': case 'undefined': return state.asNumber();
    default: return state.primitive('default');
  }
}

/** Whether the unknown is the value it is compared with; it then stays so. */
function equals(state, other, kind) {
  state.run.trap();
  if (kind === 'null' || kind === 'undefined') return state.run.below(6) === 0;
  note(state.record, `compared with ${kind}`);
  if (!isPrimitive(other)) return false;
  noteConstant(state.record, other);
  if (typeof other === 'number' && state.number !== undefined) return state.number === other;
  if (typeof other === 'string' && state.text !== undefined) return state.text === other;
  if (state.run.below(3) > 0) return false;
  if (typeof other === 'number') state.number = other;
  if (typeof other === 'string') state.text = other;
  return true;
}

const kMostKeys = 64;

/** The text of an unknown that is a name in an ordinary object: mostly one that the object has, and then it stays so. */
function asKeyOf(state, object) {
  note(state.record, 'key of object');
  const keys = object === null || object === undefined ? [] : P.keys(object);
  for (let i = 0; i < keys.length && i < kMostKeys; i++) noteConstant(state.record, keys[i], kMostKeys);
  if (state.text === undefined && keys.length > 0 && state.run.below(4) > 0) {
    state.text = state.run.pick(keys);
    P.append(state.run.given, state);
  }
  return state.asText();
}

const hooks = {
  __proto__: null,
  /** A binary operator: + < > <= >= == != === !== */
  b(operator, a, b) {
    const left = stateOf(a);
    const right = stateOf(b);
    if (left === undefined && right === undefined) return plain(operator, a, b);
    if (operator === '===' || operator === '!==' || operator === '==' || operator === '!=') {
      const same = left !== undefined && right !== undefined ? a === b
        : left !== undefined ? equals(left, b, kindOf(b)) : equals(right, a, kindOf(a));
      return operator[0] === '!' ? !same : same;
    }
    const verb = operator === '+' ? 'added to' : 'compared with';
    if (left !== undefined && right !== undefined && operator !== '+') {
      // Two unknowns in an order: most likely numbers.
      note(left.record, 'coerced to number');
      note(right.record, 'coerced to number');
      left.run.trap();
      return plain(operator, left.asNumber(), right.asNumber());
    }
    const x = left === undefined ? a : meet(left, verb, b, kindOf(b));
    const y = right === undefined ? b : meet(right, verb, a, kindOf(a));
    return plain(operator, x, y);
  },
  /** An equality with what the source writes as null or undefined. */
  z(operator, a, b) {
    const state = stateOf(a) || stateOf(b);
    if (state === undefined) return plain(operator, a, b);
    noteTest(state, `compared with ${a === null || b === null ? 'null' : 'undefined'}`);
    return hooks.b(operator, a, b);
  },
  /** A test for truth: if, while, ?:, !, left of && and ||. */
  f(value) {
    const state = stateOf(value);
    absent = undefined;
    if (state === undefined) return value;
    state.run.trap();
    noteTest(state, 'tested');
    if (state.truth === undefined) state.truth = state.run.below(4) > 0;
    if (state.truth) return value;
    absent = state;
    return undefined;
  },
  /** Left of ??. */
  n(value) {
    const state = stateOf(value);
    absent = undefined;
    if (state === undefined) return value;
    state.run.trap();
    noteTest(state, 'compared with undefined');
    if (state.truth === undefined) state.truth = state.run.below(4) > 0;
    if (state.truth) return value;
    absent = state;
    return undefined;
  },
  /** Right of || and ??: the default of what was absent. */
  d(value) {
    if (absent !== undefined) noteTest(absent, `default ${kindOf(value)}`);
    absent = undefined;
    return value;
  },
  /** typeof value === type; `real` is what typeof says of an ordinary value. */
  y(value, real, type) {
    const state = stateOf(value);
    if (state === undefined) return real === type;
    return isOfType(state, type);
  },
  /** typeof value, compared elsewhere. */
  t(value, real) {
    const state = stateOf(value);
    if (state === undefined) return real;
    state.run.trap();
    if (state.kind === undefined) state.kind = state.run.pick(['object', 'function', 'string', 'number']);
    return state.kind;
  },
  /** switch (typeof value) with these cases */
  c(value, real, types) {
    const state = stateOf(value);
    if (state === undefined) return real;
    for (let i = 0; i < types.length; i++) if (typeof types[i] === 'string') note(state.record, `typeof ${types[i]}`);
    if (state.kind === undefined) state.kind = types.length > 0 ? state.run.pick(types) : 'object';
    return state.kind;
  },
  /** switch (value) with these cases */
  s(value, cases) {
    const state = stateOf(value);
    if (state === undefined) return value;
    state.run.trap();
    for (let i = 0; i < cases.length; i++) {
      note(state.record, `compared with ${kindOf(cases[i])}`);
      if (isPrimitive(cases[i])) noteConstant(state.record, cases[i]);
    }
    return cases.length > 0 && state.run.below(4) > 0 ? state.run.pick(cases) : state.primitive('default');
  },
  /** value instanceof type */
  i(value, type) {
    const state = stateOf(value);
    if (state === undefined) return value instanceof type;
    state.run.trap();
    note(state.record, `instanceof ${typeof type === 'function' ? type.name : '?'}`);
    return state.run.below(2) === 0;
  },
  /** object[key] */
  k(key, object) {
    const state = stateOf(key);
    if (state === undefined) return key;
    state.run.trap();
    if (P.isArray(object) || P.isView(object) || typeof object === 'string') {
      note(state.record, typeof object === 'string' ? 'key of string' : 'key of array');
      return state.asNumber();
    }
    if (stateOf(object) !== undefined) return state.primitive('default');
    return asKeyOf(state, object);
  },
  /** key in object */
  o(key, object) {
    const state = stateOf(key);
    if (state === undefined) return key in object;
    state.run.trap();
    const other = object === null || (typeof object !== 'object' && typeof object !== 'function') || stateOf(object) !== undefined;
    return (other || P.isArray(object) ? state.primitive('default') : asKeyOf(state, object)) in object;
  },
};

function isOfType(state, type) {
  state.run.trap();
  note(state.record, `typeof ${type}`);
  if (state.kind === undefined) {
    if (state.run.below(type === 'undefined' ? 6 : 2) > 0) return false;
    state.kind = type;
  }
  return state.kind === type;
}

/** Checks that natives make without touching the value. */
function watch(holder, name, use, kind) {
  const original = holder[name];
  holder[name] = function (value) {
    const state = stateOf(value);
    if (state === undefined) return P.apply(original, this, arguments);
    state.run.trap();
    note(state.record, use);
    if (state.kind === undefined && state.run.below(2) === 0) state.kind = kind;
    return state.kind === kind;
  };
}

/** Call it before the target is loaded, in a process that does nothing but infer types. */
function install() {
  Object.defineProperty(globalThis, kName, { value: hooks, enumerable: false, configurable: false, writable: false });
  watch(Array, 'isArray', 'isArray', 'array');
  watch(Buffer, 'isBuffer', 'isBuffer', 'buffer');
  require('./native_meetings.js').install();
  for (const name of ['isInteger', 'isFinite', 'isNaN', 'isSafeInteger']) watch(Number, name, 'isNumber', 'number');
}

module.exports = { install, hooks };
