'use strict';
// Stress mode and the debug oracle, for tests: every literal has a shadow, so that all slow paths run, and every node is evaluated when it
// is made and folded into its value. Wherever a shadow meets the value it stands for, the two are compared; a difference is a fault of the
// pass, of the runtime or of a model.
const P = require('../primordials.js');
const { kOps, typeOf, Type } = require('./ops.js');
const { evaluate, isKnown } = require('./evaluate.js');
const { isBoxed } = require('./calls.js');

const is = Object.is;
/** Values of so many nodes are known; older shadows are not checked. */
const kRemembered = 65536;
const kMostFaults = 20;
const kShown = 60;

const faults = [];
const known = [];
let next = 1;

function remember(value, op, operands) {
  const id = next++;
  known[id % kRemembered] = { id, value, op, operands };
  return id;
}

function recall(shadow) {
  const entry = known[shadow % kRemembered];
  return entry !== undefined && entry.id === shadow ? entry : undefined;
}

function show(value) {
  const text = typeof value === 'string' ? P.printJson(value) : typeof value === 'object' || typeof value === 'function' ? typeof value : String(value);
  return text.length > kShown ? `${P.slice(text, 0, kShown)}…` : text;
}

function describe(shadow, depth) {
  const entry = recall(shadow);
  if (entry === undefined) return '?';
  if (entry.op < 0 || depth === 0) return show(entry.value);
  let text = '';
  for (let i = 0; i < entry.operands.length; i++) text += `${i === 0 ? '' : ', '}${describe(entry.operands[i], depth - 1)}`;
  return `${kOps[entry.op]}(${text})`;
}

function fault(where, shadow, expected, value) {
  if (faults.length >= kMostFaults) return;
  const stack = P.split(new P.Error().stack, '\n');
  faults[faults.length] = `${where}: ${describe(shadow, 3)} is ${show(expected)}, the program has ${show(value)}${stack[4] || ''}${stack[5] || ''}`;
}

/** A shadow beside the value that it should stand for. */
function check(where, shadow, value) {
  const entry = (shadow | 0) > 0 ? recall(shadow) : undefined;
  if (entry !== undefined && !is(entry.value, value) && !isBoxed(value, entry.value)) fault(where, shadow, entry.value, value);
}

/** Replaces what Trace does with nodes and decisions. */
const folding = {
  __proto__: null,
  active: true,

  constant(value) {
    const type = typeOf(value);
    return type < 0 || type > Type.string ? 0 : remember(value, -1, undefined);
  },

  node(op, operands) {
    if (!isKnown(op)) return 0;
    const values = [];
    for (let i = 0; i < operands.length; i++) {
      const entry = recall(operands[i]);
      if (entry === undefined) return 0;
      values[i] = entry.value;
    }
    try {
      const value = evaluate(op, values);
      const type = typeOf(value);
      return type < 0 || type > Type.string ? 0 : remember(value, op, operands);
    } catch (error) {
      return 0;
    }
  },

  isConstant: () => false,
  input: () => undefined,
  type() {},
  lost: () => 0,
  initial() {},
  own() {},

  branch(site, shadow, held) {
    const entry = recall(shadow);
    if (entry !== undefined && !!entry.value !== held) fault('decision', shadow, entry.value, held);
  },
};

/** Looks at the arguments of a function of the runtime before it runs. */
function watch(runtime, name, look) {
  const plain = runtime[name];
  runtime[name] = function (...values) {
    P.apply(look, undefined, values);
    return P.apply(plain, this, values);
  };
}

function start(runtime, trace) {
  const names = P.keys(folding);
  for (let i = 0; i < names.length; i++) trace[names[i]] = folding[names[i]];
  watch(runtime, 'set', (object, key, shadow, value) => check('property', shadow, value));
  watch(runtime, 'rs', (shadow, value) => check('result', shadow, value));
  watch(runtime, 'open', (site, callee, self, values, shadows) => {
    check('receiver', shadows[0], self);
    for (let i = 0; i < values.length; i++) check('argument', shadows[i + 1], values[i]);
  });
}

module.exports = { start, faults };
