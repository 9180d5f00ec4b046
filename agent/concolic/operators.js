'use strict';
// The part of the runtime that says what operators make of shadows, and which types they are meant for.
const P = require('../primordials.js');
const { Op, Type, typeOf } = require('./ops.js');
const instances = require('./instances.js');

const kStringOrNumber = (1 << Type.number) | (1 << Type.string);

/** What runtime.js lends. */
let lent;

/** As a number; what an increment left is one already. */
function numeric(shadow) {
  const operands = lent.trace.operands[shadow];
  const op = lent.trace.ops[shadow];
  const counted = (op === Op['+'] || op === Op['-']) && lent.trace.ops[operands[0]] === Op.number && lent.trace.isConstant(operands[1]);
  const step = counted ? lent.trace.operands[operands[1]] : undefined;
  return op === Op.number || typeof step === 'number' ? shadow : lent.node(Op.number, [shadow]);
}

/** What an operand should be, given the other one. */
function wantedBeside(value) {
  return typeof value === 'string' ? 1 << Type.string : kStringOrNumber;
}

function typeOperands(op, site, s1, v1, s2, v2) {
  switch (op) {
    case '+': case '<': case '<=': case '>': case '>=':
      if (s1 !== 0) lent.trace.type(site, s1, wantedBeside(v2));
      if (s2 !== 0) lent.trace.type(site, s2, wantedBeside(v1));
      break;
    case '==': case '===': case '!=': case '!==':
      typeEquality(site, s1, s2, v2);
      typeEquality(site, s2, s1, v1);
      break;
    case 'in': case 'instanceof':
      break;
    default:
      if (s1 !== 0) lent.trace.type(site, s1, lent.kNumber);
      if (s2 !== 0) lent.trace.type(site, s2, lent.kNumber);
  }
}

/** Compared with a primitive it should have that type; a comparison with nothing is a decision of its own. */
function typeEquality(site, shadow, other, value) {
  if (shadow === 0 || (other !== 0 && lent.trace.input(other) !== undefined)) return;
  const type = typeOf(value);
  if (type >= Type.boolean && type <= Type.string) lent.trace.type(site, shadow, 1 << type);
}

/** What an operand was converted to, {s, v}; undefined where it was not. */
function converted(value) {
  const found = typeof value === 'object' || typeof value === 'function' ? lent.conversions.of(value) : undefined;
  if (found !== undefined) lent.conversions.release(value);
  return found;
}

const operators = {
  __proto__: null,

  bin(op, site, s1, v1, s2, v2, result) {
    s1 |= 0;
    s2 |= 0;
    if (op === 'in') return lent.presence(site, v1, s1, v2);
    if (op === 'instanceof') return this.instance(s1, v1, v2);
    const c1 = converted(v1);
    const c2 = v1 === v2 ? undefined : converted(v2);
    if (c1 !== undefined || c2 !== undefined) {
      this.p = 0;
      return this.bin(op, site, c1 === undefined ? s1 : c1.s, c1 === undefined ? v1 : c1.v, c2 === undefined ? s2 : c2.s, c2 === undefined ? v2 : c2.v, result);
    }
    typeOperands(op, site, s1, v1, s2, v2);
    if (typeof v1 === 'bigint' || typeof v2 === 'bigint') return lent.trace.lost(site, 'a BigInt');
    if (typeof v1 === 'symbol' || typeof v2 === 'symbol') return 0;
    if (lent.trace.isSpent(site)) return lent.trace.lost(site, 'a loop that goes on');
    // Beside something symbolic, what was lost is a constant.
    const lost1 = s1 !== 0 && lent.trace.isLoss(s1);
    const lost2 = s2 !== 0 && lent.trace.isLoss(s2);
    const a = lent.operand(lost1 && !lost2 && s2 !== 0 ? 0 : s1, v1);
    const b = lent.operand(lost2 && !lost1 && s1 !== 0 ? 0 : s2, v2);
    if (a !== 0 && b !== 0) {
      const objects = lent.isObject(v1) || lent.isObject(v2);
      const equality = op === '===' || op === '!==' || op === '==' || op === '!=';
      if (objects && (!equality || lent.isWrapper(s1, v1) || lent.isWrapper(s2, v2))) return lent.trace.lost(site, 'an object as an operand');
      return lent.node(Op[op], [a, b]);
    }
    return a === 0 && b === 0 ? 0 : lent.trace.lost(site, 'an object as an operand');
  },

  instance(shadow, value, constructor) {
    const found = lent.isObject(value) ? lent.tables.get(value) : undefined;
    const own = found !== undefined && found.symbol >= 0 ? found.node : shadow;
    if (own === 0 || lent.trace.input(own) === undefined || typeof constructor !== 'function') return 0;
    return lent.node(Op.instanceof, [own, lent.trace.constant(instances.tagOf(constructor))]);
  },

  /** The right side of `in` or `instanceof`, before the engine looks at it. */
  right(site, shadow, value, op, left) {
    if ((shadow | 0) !== 0) lent.trace.type(site, shadow, op === 'in' ? lent.kObjects : lent.kFunction);
    if (op === 'instanceof') instances.become(left, value);
  },

  un(op, site, shadow, value) {
    if (op === 'typeof') return lent.isWrapper(shadow, value) ? 0 : lent.node(Op.typeof, [shadow]);
    if (op === '!') return lent.isWrapper(shadow, value) ? 0 : lent.node(Op['!'], [shadow]);
    const primitive = converted(value);
    if (primitive !== undefined) {
      this.p = 0;
      return this.un(op, site, primitive.s, primitive.v);
    }
    lent.trace.type(site, shadow, lent.kNumber);
    if (lent.isObject(value)) return lent.trace.lost(site, 'an object as an operand');
    if (typeof value === 'bigint') return lent.trace.lost(site, 'a BigInt');
    return lent.node(op === '-' ? Op.neg : op === '+' ? Op.number : Op['~'], [shadow]);
  },

  inc(sign, site, shadow, result) {
    lent.trace.type(site, shadow, lent.kNumber);
    if (typeof result !== 'number') return 0;
    return lent.node(Op[sign], [numeric(shadow), lent.trace.constant(1)]);
  },

  /** `x++` is what x was, as a number. */
  was(shadow, result) {
    return typeof result === 'number' ? numeric(shadow) : 0;
  },

  tpl(quasis, shadows, values) {
    let text = lent.trace.constant(quasis[0]);
    for (let i = 0; i < shadows.length; i++) {
      const primitive = converted(values[i]);
      if (primitive !== undefined) this.p = 0;
      if ((primitive === undefined && lent.isObject(values[i])) || typeof values[i] === 'symbol') return 0;
      const part = primitive === undefined ? lent.operand(shadows[i] | 0, values[i]) : lent.operand(primitive.s, primitive.v);
      text = lent.node(Op['+'], [text, lent.node(Op.string, [part])]);
      if (quasis[i + 1] !== '') text = lent.node(Op['+'], [text, lent.trace.constant(quasis[i + 1])]);
    }
    return text;
  },
};

/** @param {object} behaviour gets the functions above */
function addTo(behaviour, tools) {
  lent = tools;
  const names = P.keys(operators);
  for (let i = 0; i < names.length; i++) behaviour[names[i]] = operators[names[i]];
}

module.exports = { addTo };
