'use strict';
// What code rewritten by the concolic pass calls (src/syntax/pass/concolic*.cc): shadows of operators, properties and calls, and the
// decisions that depend on them. The concrete run is never disturbed: nothing here runs code of the target, except through the
// functions under exploration themselves.
//
// A shadow is the number of a node (trace.js), 0 for concrete. Shadows of properties lie beside the objects, with the value they
// belong to; a value that does not match any more is concrete.
const P = require('../primordials.js');
const { Op, Type, typeOf } = require('./ops.js');
const { Trace } = require('./trace.js');
const { wantedByKey } = require('./wanted.js');
const { namesWith, aspect, keyText, isIndex } = require('./names.js');
const instances = require('./instances.js');

const is = Object.is;
const hasOwn = P.hasOwn;
const Step = { this: 0, argument: 1, global: 2, property: 3, result: 4, length: 5 };
const bit = (...types) => {
  let bits = 0;
  for (let i = 0; i < types.length; i++) bits |= 1 << types[i];
  return bits;
};
const kNumber = bit(Type.number);
const kFunction = bit(Type.function);
const kStringOrNumber = bit(Type.number, Type.string);
const kObjects = bit(Type.object, Type.array, Type.function);
const kIterable = bit(Type.array);

const trace = new Trace();
/** Beside an object: shadows of its properties by name, and, if it is an input, which one. */
const tables = new P.SafeWeakMap();
/** Native functions → what their result is made of. Filled by models/. */
const models = new P.SafeMap();
/** Native functions → what has to be seen before they run. Filled by models/. */
const befores = new P.SafeMap();
/** Function → number of its place; see registry.js. */
let siteOf = () => -2;
let stress = false;

function isObject(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function table(object) {
  let found = tables.get(object);
  if (found === undefined) {
    found = { entries: new P.SafeMap(), symbol: -1, calls: 0, node: 0 };
    tables.set(object, found);
    runtime.np = 1;
  }
  return found;
}

/** Shadow of an operand: its own, that of an input object, or a constant; 0 if expressions cannot hold the value. */
function operand(shadow, value) {
  if (shadow !== 0) return shadow;
  if (isObject(value)) {
    const found = tables.get(value);
    return found === undefined ? 0 : found.node;
  }
  return trace.constant(value);
}

function node(op, operands) {
  if (stress) return 1;
  for (let i = 0; i < operands.length; i++) if (operands[i] === 0) return 0;
  return trace.node(op, operands);
}

/** Makes `object` the input that the shadow stands for. */
function adopt(object, shadow) {
  const found = table(object);
  found.symbol = trace.operands[shadow];
  found.node = shadow;
}

/** A new input below another one. */
function child(parent, step, index, name, type, value) {
  const shadow = trace.symbol(step, parent, index, name, type);
  if (isObject(value)) {
    const known = tables.get(value);
    // The same object at two places is one input.
    if (known !== undefined && known.symbol >= 0) return known.node;
    adopt(value, shadow);
  }
  return shadow;
}

function lengthOf(found, array) {
  let entry = found.entries.get('length');
  if (entry === undefined) {
    entry = { s: trace.symbol(Step.length, found.symbol, 0, 'length', Type.number), v: array.length };
    found.entries.set('length', entry);
  }
  return is(entry.v, array.length) ? entry.s : 0;
}

const { lengthShadow, passed, enumerate, derived } = namesWith({
  trace, tables, node, lengthOf, Step, br: (site, shadow, value) => runtime.br(site, shadow, value),
});

/** A read of a property of an input object: known, or a new input. */
function inputProperty(found, object, key, value, site) {
  const name = keyText(key);
  if (typeof name === 'symbol') return 0;
  const entry = found.entries.get(name);
  if (entry !== undefined) return is(entry.v, value) ? entry.s : 0;
  if (P.isArray(object)) {
    if (name === 'length') return lengthOf(found, object);
    if (isIndex(key)) {
      const length = lengthOf(found, object);
      const inside = +name < object.length;
      if (length !== 0) runtime.br(site, node(Op['>'], [length, trace.constant(+name)]), inside);
      if (!inside) return 0;
    }
  }
  const own = hasOwn(object, name);
  if (!own && value !== undefined) return 0;
  if (own && typeOf(value) < 0) return 0;
  const shadow = child(found.symbol, Step.property, 0, name, own ? typeOf(value) : Type.absent, value);
  found.entries.set(name, { s: shadow, v: value });
  return shadow;
}

/** What an operand should be, given the other one. */
function wantedBeside(value) {
  return typeof value === 'string' ? bit(Type.string) : kStringOrNumber;
}

function typeOperands(op, site, s1, v1, s2, v2) {
  switch (op) {
    case '+': case '<': case '<=': case '>': case '>=':
      if (s1 !== 0) trace.type(site, s1, wantedBeside(v2));
      if (s2 !== 0) trace.type(site, s2, wantedBeside(v1));
      break;
    case '==': case '===': case '!=': case '!==':
      typeEquality(site, s1, s2, v2);
      typeEquality(site, s2, s1, v1);
      break;
    case 'in': case 'instanceof':
      break;
    default:
      if (s1 !== 0) trace.type(site, s1, kNumber);
      if (s2 !== 0) trace.type(site, s2, kNumber);
  }
}

/** Compared with a primitive it should have that type; a comparison with nothing is a decision of its own. */
function typeEquality(site, shadow, other, value) {
  if (shadow === 0 || (other !== 0 && trace.input(other) !== undefined)) return;
  const type = typeOf(value);
  if (type >= Type.boolean && type <= Type.string) trace.type(site, shadow, 1 << type);
}

function presence(site, key, keyShadow, object) {
  if (!isObject(object)) return 0;
  if (keyShadow !== 0 && !P.types.isProxy(object)) enumerate(site, object, key, keyShadow);
  if (typeof key !== 'string' && typeof key !== 'number') return 0;
  const found = tables.get(object);
  if (found === undefined || found.symbol < 0) return 0;
  const own = hasOwn(object, key);
  if (!own && key in object) return 0;
  const shadow = inputProperty(found, object, key, own ? P.getOwnPropertyDescriptor(object, key).value : undefined, site);
  return shadow !== 0 && trace.input(shadow) !== undefined ? node(Op.present, [shadow]) : 0;
}

const runtime = {
  __proto__: null,
  /** 0: idle, -1: arguments pending, more: the shadow of what was returned. */
  p: 0,
  /** The value that was returned. */
  rv: undefined,
  /** Shadows (this first) and values of the arguments that were taken. */
  a: [],
  v: [],
  /** Some object has a table. */
  np: 0,
  /** What `old` found. */
  ov: undefined,
  /** Functions should hand over their variables. */
  on: 1,
  /** Functions other than the one under exploration answer with inputs instead of running. */
  stub: 0,
  /** Where the last call was made. */
  at: 0,
  /** The function under exploration, until it begins. */
  entering: -1,
  channel: null,
  channels: [null],
  /** Inputs that code knows by a name of the global object. */
  globals: { __proto__: null },

  bin(op, site, s1, v1, s2, v2, result) {
    s1 |= 0;
    s2 |= 0;
    if (op === 'in') return presence(site, v1, s1, v2);
    if (op === 'instanceof') return this.instance(s1, v1, v2);
    typeOperands(op, site, s1, v1, s2, v2);
    if (typeof result === 'bigint' || typeof v1 === 'symbol' || typeof v2 === 'symbol') return 0;
    const a = operand(s1, v1);
    const b = operand(s2, v2);
    if (a !== 0 && b !== 0) {
      const objects = isObject(v1) || isObject(v2);
      const equality = op === '===' || op === '!==' || op === '==' || op === '!=';
      if (objects && !equality) return 0;
      return node(Op[op], [a, b]);
    }
    return 0;
  },

  instance(shadow, value, constructor) {
    const found = isObject(value) ? tables.get(value) : undefined;
    const own = found !== undefined && found.symbol >= 0 ? found.node : shadow;
    if (own === 0 || trace.input(own) === undefined || typeof constructor !== 'function') return 0;
    return node(Op.instanceof, [own, trace.constant(instances.tagOf(constructor))]);
  },

  /** The right side of `in` or `instanceof`, before the engine looks at it. */
  right(site, shadow, value, op, left) {
    if (stress) return;
    if ((shadow | 0) !== 0) trace.type(site, shadow, op === 'in' ? kObjects : kFunction);
    if (op === 'instanceof') instances.become(left, value);
  },

  un(op, site, shadow, value) {
    if (op === 'typeof') return trace.ops[shadow] === Op.input || !isObject(value) ? node(Op.typeof, [shadow]) : 0;
    if (op === '!') return node(Op['!'], [shadow]);
    trace.type(site, shadow, kNumber);
    if (isObject(value) || typeof value === 'bigint') return 0;
    return node(op === '-' ? Op.neg : op === '+' ? Op.number : Op['~'], [shadow]);
  },

  inc(sign, site, shadow, result) {
    trace.type(site, shadow, kNumber);
    if (typeof result !== 'number') return 0;
    return node(Op[sign], [node(Op.number, [shadow]), trace.constant(1)]);
  },

  tpl(quasis, shadows, values) {
    let text = trace.constant(quasis[0]);
    for (let i = 0; i < shadows.length; i++) {
      if (isObject(values[i]) || typeof values[i] === 'symbol') return 0;
      const part = operand(shadows[i] | 0, values[i]);
      text = node(Op['+'], [text, node(Op.string, [part])]);
      if (quasis[i + 1] !== '') text = node(Op['+'], [text, trace.constant(quasis[i + 1])]);
    }
    return text;
  },

  br(site, shadow, value) {
    if (shadow === 0 || stress || trace.isConstant(shadow)) return;
    trace.branch(site, shadow, !!value);
  },

  /** `??` and `?.` */
  brn(site, shadow, value) {
    this.br(site, node(Op['=='], [shadow, trace.constant(null)]), value === undefined || value === null);
  },

  /** A case of a switch. */
  match(site, s1, v1, s2, v2) {
    this.br(site, this.bin('===', site, s1, v1, s2, v2, v1 === v2), v1 === v2);
  },

  /** An input before one of its members is used. */
  use(site, shadow, value, key, keyShadow) {
    if ((shadow |= 0) === 0 || stress) return;
    if (keyShadow !== 0 && (value === undefined || value === null || P.isArray(value))) trace.type(site, keyShadow, kNumber);
    trace.type(site, shadow, wantedByKey(key));
  },

  callee(site, shadow, value) {
    if (!stress) trace.type(site, shadow | 0, kFunction);
  },

  get(objectShadow, object, key, keyShadow, value, site) {
    if (stress) return 1;
    if (isObject(object)) {
      if ((keyShadow | 0) !== 0 && !P.types.isProxy(object)) enumerate(site, object, key, keyShadow);
      const found = tables.get(object);
      if (found === undefined) return 0;
      return found.symbol >= 0 ? inputProperty(found, object, key, value, site) : derived(found, object, key, value, site);
    }
    if (typeof object !== 'string') return 0;
    if (key === 'length') return objectShadow === 0 ? 0 : node(Op.length, [objectShadow]);
    if (typeof key !== 'number' || key < 0 || key % 1 !== 0) return 0;
    if (value === undefined) {
      // Beyond the end: what is there depends on the length.
      const text = operand(objectShadow, object);
      this.br(site, node(Op['<'], [operand(keyShadow, key), node(Op.length, [text])]), false);
      return 0;
    }
    return node(Op.charAt, [operand(objectShadow, object), operand(keyShadow, key)]);
  },

  /** What is taken apart, before the engine does it. */
  pattern(site, shadow, isArray) {
    if (!stress) trace.type(site, shadow, isArray ? kIterable : kObjects);
  },

  /** A name in a pattern. A default stands for what is undefined: a decision. */
  part(site, shadow, object, key, value, hasDefault) {
    if (stress) return 1;
    if (!hasDefault || !isObject(object)) return this.get(shadow, object, key, 0, value, site);
    const property = P.getOwnPropertyDescriptor(object, key);
    if (property !== undefined ? !hasOwn(property, 'value') : key in object) return 0;
    const raw = property === undefined ? undefined : property.value;
    const own = this.get(shadow, object, key, 0, raw, site);
    if (own === 0) return 0;
    this.br(site, node(Op['==='], [own, trace.constant(undefined)]), raw === undefined);
    return is(raw, value) ? own : 0;
  },

  set(object, key, shadow, value) {
    if (!isObject(object) || isObject(key) || stress) return;
    const name = keyText(key);
    const found = tables.get(object);
    if (found !== undefined && found.symbol >= 0) {
      found.entries.set(name, { s: shadow | 0, v: value });
      if (P.isArray(object) && isIndex(key)) found.entries.set('length', { s: 0, v: object.length });
    } else if ((shadow | 0) !== 0) {
      table(object).entries.set(name, { s: shadow, v: value });
    } else if (found !== undefined) {
      found.entries.delete(name);
    }
  },

  /** The shadow of what a place holds, without running a getter; the value is left in `ov`. */
  old(objectShadow, object, key) {
    this.ov = undefined;
    if (!isObject(object) || isObject(key) || typeof key === 'symbol' || stress) return 0;
    const property = P.getOwnPropertyDescriptor(object, key);
    if (property !== undefined && !hasOwn(property, 'value')) return 0;
    this.ov = property === undefined ? undefined : property.value;
    if (property === undefined && key in object) return 0;
    return this.get(objectShadow, object, key, 0, this.ov, 0);
  },

  /** `o.k++`: returns the shadow of its value. */
  bump(sign, site, shadow, object, key, prefix) {
    const old = this.ov;
    if (typeof old !== 'number' && typeof old !== 'string' && old !== undefined) return 0;
    const next = this.inc(sign, site, shadow, 0);
    const value = sign === '+' ? +old + 1 : +old - 1;
    this.set(object, key, next, value);
    return prefix ? next : shadow;
  },

  obj(object, list) {
    for (let i = 0; i < list.length; i += 2) {
      if ((list[i + 1] | 0) === 0) continue;
      const property = P.getOwnPropertyDescriptor(object, list[i]);
      if (property !== undefined && hasOwn(property, 'value')) this.set(object, list[i], list[i + 1], property.value);
    }
  },

  /** `for (x of list)` begins: it ends where the list does. */
  iterate(site, shadow, list) {
    if (stress) return;
    if (typeof list !== 'string') trace.type(site, shadow | 0, kIterable);
    const length = typeof list === 'string' && (shadow | 0) !== 0 ? node(Op.length, [shadow]) : lengthShadow(list);
    if (length !== 0) this.br(site, node(Op['>'], [length, trace.constant(list.length)]), false);
  },

  each(site, shadow, list, index, value) {
    if (stress) return 1;
    if (typeof list === 'string') {
      if ((shadow | 0) === 0) return 0;
      this.br(site, node(Op['>'], [node(Op.length, [shadow]), trace.constant(index)]), true);
      return node(Op.charAt, [shadow, trace.constant(index)]);
    }
    if (!P.isArray(list)) return 0;
    return this.get(shadow | 0, list, index, 0, value, site);
  },

  /** `for (k in object)`: whether there is a name at all is a decision. */
  names(site, shadow, object) {
    if (stress) return;
    trace.type(site, shadow, kObjects);
    const found = isObject(object) ? tables.get(object) : undefined;
    if (found === undefined || found.symbol < 0 || P.isArray(object)) return;
    const keys = P.keys(object);
    const name = keys.length > 0 ? keys[0] : 'key';
    const property = P.getOwnPropertyDescriptor(object, name);
    if (property === undefined ? name in object : !hasOwn(property, 'value')) return;
    const input = inputProperty(found, object, name, property === undefined ? undefined : property.value, site);
    if (input !== 0 && trace.input(input) !== undefined) this.br(site, node(Op.present, [input]), property !== undefined);
  },

  awaited(shadow, waited, value) {
    return (shadow | 0) !== 0 && is(waited, value) ? shadow : 0;
  },

  skips(site) {
    if (!trace.active) return false;
    if (this.entering !== site) return true;
    this.entering = -1;
    return false;
  },

  /** What a function that does not run returns. */
  result(site) {
    this.p = 0;
    return standIn(site);
  },

  /** A name that nobody declares, read. */
  free(name, value) {
    const known = this.globals[name];
    return known !== undefined && is(known.v, value) ? known.s : 0;
  },

  /** What is handed to a call. */
  k(value) {
    return this.on === 0 ? value : this.keep(value);
  },

  keep(value) {
    return value;
  },

  file() {
    return 0;
  },

  scope() {},
};

function nameOf(callee) {
  const property = P.getOwnPropertyDescriptor(callee, 'name');
  return property !== undefined && typeof property.value === 'string' ? property.value : 'a function';
}

let standIn = () => undefined;

function configure(options) {
  if (options.standIn) standIn = options.standIn;
  if (options.siteOf) siteOf = options.siteOf;
  if (options.stress !== undefined) stress = options.stress;
}

instances.lend({ trace, tables, nameOf, siteOf: (callee) => siteOf(callee) });
require('./calls.js').addTo(runtime, { trace, tables, models, befores, passed, inputProperty, isObject, nameOf, kFunction, kObject: bit(Type.object), isStress: () => stress, siteOf: (callee) => siteOf(callee) });

module.exports = {
  runtime, trace, tables, models, befores, Step, adopt, child, operand, node, isObject, table, configure, aspect, presence,
  enumerate, lengthShadow, inputProperty,
};
