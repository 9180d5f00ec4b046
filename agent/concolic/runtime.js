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
const { Tables } = require('./tables.js');
const { wantedOf } = require('./wanted.js');
const { namesWith, aspect, kOwnAspect, keyText, isIndex } = require('./names.js');
const { listsWith, kOther } = require('./lists.js');
const { conversionsWith, isConversion } = require('./conversions.js');
const instances = require('./instances.js');

const is = Object.is;
const hasOwn = P.hasOwn;
const Step = { this: 0, argument: 1, global: 2, property: 3, result: 4, length: 5, cell: 6 };
const bit = (...types) => {
  let bits = 0;
  for (let i = 0; i < types.length; i++) bits |= 1 << types[i];
  return bits;
};
const kNumber = bit(Type.number);
const kFunction = bit(Type.function);
const kObjects = bit(Type.object, Type.array, Type.function);
const kIterable = bit(Type.array);

const trace = new Trace();
/** Beside an object: shadows of its properties by name, and, if it is an input, which one. */
const tables = new Tables();
/** Native functions → what their result is made of. Filled by models/. */
const models = new P.SafeMap();
/** Native functions → what has to be seen before they run. Filled by models/. */
const befores = new P.SafeMap();
/** Function → number of its place; see registry.js. */
let siteOf = () => -2;
/** Function's place → numbers of its parameters that are patterns, each with its shape. */
let patternsOf = () => undefined;

function isObject(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function hasTable(value) {
  return typeof value === 'object' ? value !== null && tables.has(value) : typeof value === 'function' && tables.has(value);
}

/** For elements only. */
function indexTable(object) {
  let found = tables.get(object);
  if (found === undefined) {
    found = { entries: new P.SafeMap(), symbol: -1, calls: 0, node: 0 };
    tables.set(object, found);
    runtime.nk = 1;
  }
  return found;
}

function table(object) {
  runtime.np = 1;
  return indexTable(object);
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
  for (let i = 0; i < operands.length; i++) if (operands[i] === 0) return 0;
  const loss = trace.knowsLosses ? trace.lossAmong(operands) : 0;
  return loss === 0 ? trace.node(op, operands) : loss;
}

/** An object around a primitive, as sloppy code sees its `this` and Object() makes it: the shadow is that of the primitive. */
function isWrapper(shadow, value) {
  if (shadow === 0 || !isObject(value)) return false;
  const input = trace.input(shadow);
  return input === undefined || input.type < Type.object;
}

function unwrapped(object) {
  return P.types.isStringObject(object) ? P.valueOfString(object) : object;
}

/** Makes `object` the input that the shadow stands for. */
function adopt(object, shadow) {
  if (shadow === 0) return;
  const found = table(object);
  found.symbol = trace.operands[shadow];
  found.node = shadow;
}

/** A new input below another one. */
function child(parent, step, index, name, type, value) {
  const shadow = trace.symbol(step, parent, index, name, type);
  if (shadow === 0) return 0;
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

const { lengthShadow, passed, enumerate, derived, nameWritten, nameShadow } = namesWith({
  trace, tables, table, node, lengthOf, Step, br: (site, shadow, value) => runtime.br(site, shadow, value),
});

const conversions = conversionsWith({ tables, isObject, inputProperty });

const lists = listsWith({
  trace, indexTable, node, operand, child, lengthShadow, Step, kNumber,
  br: (site, shadow, value) => runtime.br(site, shadow, value),
});

/** A read of a property of an input object: known, or a new input. */
function inputProperty(found, object, key, value, site, asked = false) {
  const name = keyText(key);
  if (typeof name === 'symbol') return 0;
  const entry = found.entries.get(name);
  if (entry !== undefined) return is(entry.v, value) ? entry.s : 0;
  if (P.isArray(object)) {
    if (name === 'length') return lengthOf(found, object);
    if (isIndex(key)) {
      const length = lengthOf(found, object);
      const inside = +name < object.length;
      if (length !== 0 && !asked) runtime.br(site, node(Op['>'], [length, trace.constant(+name)]), inside);
      // Behind the end there is an input that is absent: what it is used as tells what to put there.
      if (!inside && length === 0) return 0;
    }
  }
  const own = hasOwn(object, key);
  const hides = isAskedFor(key) || isConversion(key) ? isInherited(object, key) : hasDefault(object, key);
  if (!own && value !== undefined && !hides) return 0;
  if (own && typeOf(value) < 0) return 0;
  const shadow = child(found.symbol, Step.property, 0, name, own ? typeOf(value) : Type.absent, own ? value : undefined);
  if (hides && shadow !== 0) runtime.br(aspect(site, isAskedFor(key) ? 0 : kOwnAspect), node(Op.present, [shadow]), own);
  const known = hides && !own ? 0 : shadow;
  found.entries.set(name, { s: known, v: value });
  return known;
}

function isInherited(object, key) {
  const prototype = P.getPrototypeOf(object);
  return prototype !== null && key in prototype;
}

/** A prototype holds a value for objects that have none of their own, not a method and nothing that a getter answers. */
function hasDefault(object, key) {
  if (typeof object !== 'object' || P.isArray(object)) return false;
  let at = P.getPrototypeOf(object);
  for (; at !== null && !P.types.isProxy(at); at = P.getPrototypeOf(at)) {
    const property = P.getOwnPropertyDescriptor(at, key);
    if (property !== undefined) return property.value !== undefined && typeof property.value !== 'function';
  }
  return false;
}

/** What objects inherit and code asks for to learn what they are: one of their own may be in its place. */
function isAskedFor(key) {
  return typeof key === 'symbol' || key === 'constructor';
}

/** The property as the engine finds it, also on a prototype, without running a getter. */
function describe(object, key) {
  for (let at = object; at !== null && !P.types.isProxy(at); at = P.getPrototypeOf(at)) {
    const property = P.getOwnPropertyDescriptor(at, key);
    if (property !== undefined) return property;
  }
  return undefined;
}

/** Code runs when the member is read. */
function isAnswered(object, key) {
  if (!isObject(object)) return false;
  if (P.types.isProxy(object)) return true;
  const property = isObject(key) ? undefined : describe(object, key);
  return property !== undefined && !hasOwn(property, 'value');
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

const kFreshNames = ['a', 'b', 'c'];

/** Which names an input has, asked where they are listed: one more at a time. */
function listNames(site, object) {
  const found = isObject(object) ? tables.get(object) : undefined;
  if (found === undefined || found.symbol < 0 || P.isArray(object) || typeof object === 'function') return;
  for (let i = 0; i < kFreshNames.length; i++) {
    const name = kFreshNames[i];
    const own = hasOwn(object, name);
    const property = own ? P.getOwnPropertyDescriptor(object, name) : undefined;
    const known = found.entries.get(name);
    if (known !== undefined && trace.input(known.s) === undefined) continue;
    if (!own && name in object) continue;
    const shadow = inputProperty(found, object, name, own && hasOwn(property, 'value') ? property.value : undefined, site);
    if (shadow !== 0 && trace.input(shadow) !== undefined) runtime.br(site, node(Op.present, [shadow]), own);
    if (!own) return;
  }
}

/**
 * What rewritten code reads all the time: few fields, with the functions behind them. An object without a prototype, or with many
 * properties, would be looked up by hash.
 */
function Cells() {
  /** 0: idle, -1: arguments pending, more: the shadow of what was returned. */
  this.p = 0;
  /** The value that was returned. */
  this.rv = undefined;
  /** Shadows (this first) and values of the arguments that were taken. */
  this.a = [];
  this.v = [];
  /** Some object has shadows of properties that are no indices; of any properties. */
  this.np = 0;
  this.nk = 0;
  /** What `old` found, and the shadow of the key it looked for. */
  this.ov = undefined;
  this.ok = 0;
  /** What a generator yielded last, and what was sent to one: shadow and value. */
  this.ys = 0;
  this.yv = undefined;
  this.ss = 0;
  this.sv = undefined;
  /** What was thrown last: shadow and value. */
  this.ts = 0;
  this.tv = undefined;
  /** The record of the async function that is about to return its promise (p is -2 then). */
  this.last = undefined;
  /** The iterable that is being taken apart, and what its iterator has answered so far: shadow and value each. */
  this.queueOf = undefined;
  this.queue = [];
  /** Functions should hand over their variables. */
  this.on = 1;
  /** Functions other than the one under exploration answer with inputs instead of running. */
  this.stub = 0;
  /** Texts are parsed into inputs, and inputs call what they are passed (FunctionPlace::deep). */
  this.deep = 0;
  /** Where the last call was made. */
  this.at = 0;
  /** The function under exploration, until it begins. */
  this.entering = -1;
  this.channel = null;
  /** What Function.prototype.bind made → {callee, self, values, shadows}. */
  this.bound = new P.SafeWeakMap();
  /** Inputs that code knows by a name of the global object. */
  this.globals = { __proto__: null };
  /** The number of the channel that was opened last. */
  this.token = 0;
}

const behaviour = {
  __proto__: null,

  /** A form that has no meaning for us met something symbolic. @returns {number} the shadow of what comes out */
  lose(site, what) {
    return trace.lost(site, what);
  },

  /** The shadow of a literal, in stress mode. */
  c(value) {
    return trace.constant(value);
  },

  br(site, shadow, value) {
    if (shadow === 0 || trace.isConstant(shadow) || isWrapper(shadow, value)) return;
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
    if ((shadow |= 0) === 0) return;
    // A name is a key as good as an index where nothing tells that there is a list.
    const open = (value === undefined || value === null) && typeof key !== 'string';
    if (keyShadow !== 0 && (open || P.isArray(value))) trace.type(site, keyShadow, kNumber);
    trace.type(site, shadow, wantedOf(value, key));
  },

  callee(site, shadow, value) {
    trace.type(site, shadow | 0, kFunction);
  },

  /** A member that code names. A getter, or a proxy's trap, leaves the shadow of its result as a call does. */
  read(objectShadow, object, key, keyShadow, value, site) {
    const pending = this.p;
    if (pending !== 0) {
      this.p = 0;
      if (pending > 0 && is(this.rv, value) && isAnswered(object, key)) return pending;
    }
    return this.get(objectShadow, object, key, keyShadow, value, site);
  },

  /** What `super.x` or a private getter has come to. */
  answered(value) {
    const pending = this.p;
    this.p = 0;
    return pending > 0 && is(this.rv, value) ? pending : 0;
  },

  /** A value is about to be assigned to a member: a setter gets the shadow as the argument of a call. */
  setting(site, object, key, shadow, value) {
    if (!isObject(object) || isObject(key)) return;
    const property = describe(object, key);
    if (property !== undefined && typeof property.set === 'function') this.open(site, property.set, object, [value], [0, shadow]);
  },

  /** The function that `a.b?.()` calls, with its receiver. */
  m(callee, self) {
    return typeof callee === 'function' ? (...values) => P.apply(callee, self, values) : callee;
  },

  thrown(shadow, value) {
    this.ts = shadow | 0;
    this.tv = value;
  },

  /** The shadow of what a handler has caught. */
  caught(value) {
    const shadow = is(this.tv, value) ? this.ts : 0;
    this.ts = 0;
    this.tv = undefined;
    return shadow;
  },

  get(objectShadow, object, key, keyShadow, value, site) {
    if (((objectShadow | keyShadow) === 0 && !hasTable(object)) || isObject(key)) return 0;
    if (isWrapper(objectShadow | 0, object)) object = unwrapped(object);
    if (isObject(object)) {
      let chosen = kOther;
      if ((keyShadow | 0) !== 0 && !P.types.isProxy(object)) {
        chosen = lists.read(site, object, key, keyShadow, value);
        if (chosen >= 0) return chosen;
        if (chosen === kOther) enumerate(site, object, key, keyShadow);
      }
      const found = tables.get(object);
      if (found === undefined) return 0;
      if (found.symbol < 0) return derived(found, object, key, value, site);
      return inputProperty(found, object, key, value, site, chosen !== kOther);
    }
    if (typeof object !== 'string') return 0;
    if (key === 'length') {
      // Characters by their codes are as many, whichever they are.
      return objectShadow === 0 || trace.ops[objectShadow] === Op.fromCharCode ? 0 : node(Op.length, [objectShadow]);
    }
    if (typeof key !== 'number' || key < 0 || key % 1 !== 0) return 0;
    if (value === undefined) {
      // Beyond the end: what is there depends on the length.
      const text = operand(objectShadow, object);
      this.br(site, node(Op['<'], [operand(keyShadow, key), node(Op.length, [text])]), false);
      return 0;
    }
    if (object[key] !== value) return 0;
    return node(Op.charAt, [operand(objectShadow, object), operand(keyShadow, key)]);
  },

  /** @param {number} keyShadow of a name that depends on inputs: whoever lists the names gets it back */
  set(object, key, shadow, value, keyShadow, site) {
    if (((shadow | keyShadow) === 0 && !hasTable(object)) || !isObject(object) || isObject(key)) return;
    // What a setter does with the value is seen in its own code.
    const property = P.types.isProxy(object) ? undefined : describe(object, key);
    if (property !== undefined && !hasOwn(property, 'value')) return;
    const name = keyText(key);
    if ((keyShadow | 0) !== 0 && !P.types.isProxy(object)) {
      if (lists.write(site, object, key, keyShadow, shadow | 0, value)) return;
      nameWritten(site, object, key, keyShadow);
    }
    const found = tables.get(object);
    if (found !== undefined && found.symbol >= 0) {
      found.entries.set(name, { s: shadow | 0, v: value });
      const length = found.entries.get('length');
      const kept = length !== undefined && is(length.v, object.length);
      if (P.isArray(object) && isIndex(key) && !kept) found.entries.set('length', { s: 0, v: object.length });
    } else if ((shadow | 0) !== 0) {
      (isIndex(key) ? indexTable(object) : table(object)).entries.set(name, { s: shadow, v: value });
    } else if (found !== undefined) {
      found.entries.delete(name);
    }
  },

  /** `list.length = …` */
  sized(site, list, shadow) {
    if (P.isArray(list)) trace.type(site, shadow, kNumber);
  },

  /** A place whose key is symbolic, before it is written to. */
  ahead(object, key) {
    lists.expect(object, key);
  },

  /** The shadow of what a place holds, without running a getter; the value is left in `ov`. */
  old(objectShadow, object, key, site, keyShadow) {
    this.ov = undefined;
    this.ok = keyShadow | 0;
    if (this.ok !== 0) lists.expect(object, key);
    if (!isObject(object) || isObject(key) || typeof key === 'symbol') return 0;
    const property = P.getOwnPropertyDescriptor(object, key);
    if (property !== undefined && !hasOwn(property, 'value')) return 0;
    this.ov = property === undefined ? undefined : property.value;
    if (property === undefined && key in object) return 0;
    return this.get(objectShadow, object, key, keyShadow | 0, this.ov, site | 0);
  },

  /** `o.k++`: returns the shadow of its value. */
  bump(sign, site, shadow, object, key, prefix) {
    const old = this.ov;
    if (typeof old !== 'number' && typeof old !== 'string' && old !== undefined) return 0;
    const next = this.inc(sign, site, shadow, 0);
    const value = sign === '+' ? +old + 1 : +old - 1;
    this.set(object, key, next, value, this.ok, site);
    return prefix ? next : this.was(shadow, +old);
  },

  /** A literal: name, shadow, value and so on; null and what is spread. What comes later may have taken a name. */
  obj(object, list) {
    for (let i = 0; i < list.length; i += 3) {
      if (list[i] === null) {
        this.spread(object, list[i + 1]);
        continue;
      }
      // The step of an iterator: whoever asked for it finds the shadow as a generator leaves it.
      if (list[i] === 'value' && hasOwn(object, 'done')) this.answer(list[i + 1] | 0, list[i + 2]);
      // A key that is an object has been converted by its own code.
      if ((list[i + 1] | 0) === 0 || isObject(list[i])) continue;
      const property = P.getOwnPropertyDescriptor(object, list[i]);
      if (property !== undefined && hasOwn(property, 'value') && is(property.value, list[i + 2])) this.set(object, list[i], list[i + 1], list[i + 2]);
    }
  },

  /** `for (k in object)` begins. */
  names(site, shadow, object) {
    if ((shadow | 0) !== 0) trace.type(site, shadow, kObjects);
    listNames(site, object);
  },

  /** The name that a loop over an object's names has come to. */
  name(object, name) {
    return nameShadow(object, name);
  },

  /** Members that only their class can see: their names are no properties. */
  held(object, name, value) {
    const found = tables.get(object);
    const entry = found === undefined ? undefined : found.entries.get(P.symbolFor(name));
    return entry !== undefined && is(entry.v, value) ? entry.s : 0;
  },

  hide(object, name, shadow, value) {
    table(object).entries.set(P.symbolFor(name), { s: shadow | 0, v: value });
  },

  /** `o.#x++` */
  bumpHidden(sign, site, shadow, object, name, old, prefix) {
    if (typeof old !== 'number' && typeof old !== 'string' && old !== undefined) return 0;
    const next = this.inc(sign, site, shadow, 0);
    this.hide(object, name, next, sign === '+' ? +old + 1 : +old - 1);
    return prefix ? next : this.was(shadow, +old);
  },

  /** An iterator has answered. */
  answer(shadow, value) {
    this.ys = shadow;
    this.yv = value;
    if (this.queueOf !== undefined) this.queue[this.queue.length] = { s: shadow, v: value };
  },

  /** What `yield` evaluates to. */
  sent(value) {
    const shadow = this.ss;
    this.ss = 0;
    return is(this.sv, value) ? shadow : 0;
  },

  hidden(object, name, value) {
    const pending = this.p;
    this.p = 0;
    if (pending > 0 && is(this.rv, value)) return pending;
    return this.held(object, name, value);
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

  /** What a collection or its iterator answers, in order: models/ say. */
  members() {
    return undefined;
  },

  /** What was spread into an object, into an array: models/ say. */
  spread() {},

  arr() {},

  scope() {},
};

Cells.prototype = behaviour;
const runtime = new Cells();

function nameOf(callee) {
  const property = P.getOwnPropertyDescriptor(callee, 'name');
  return property !== undefined && typeof property.value === 'string' ? property.value : 'a function';
}

let standIn = () => undefined;

function configure(options) {
  if (options.standIn) standIn = options.standIn;
  if (options.siteOf) siteOf = options.siteOf;
  if (options.patternsOf) patternsOf = options.patternsOf;
}

instances.lend({ trace, tables, nameOf, siteOf: (callee) => siteOf(callee) });
require('./promises.js').addTo(behaviour);
require('./parts.js').addTo(behaviour, { trace, node, isObject, lengthShadow, kObjects, kIterable });
require('./operators.js').addTo(behaviour, { trace, tables, operand, node, isObject, isWrapper, presence, conversions, kNumber, kFunction, kObjects });
require('./calls.js').addTo(behaviour, { trace, tables, models, befores, passed, inputProperty, conversions, isObject, hasTable, nameOf, kFunction, kObject: bit(Type.object), node, siteOf: (callee) => siteOf(callee), patternsOf: (site) => patternsOf(site) });

module.exports = {
  runtime, trace, tables, models, befores, Step, adopt, child, operand, node, isObject, table, configure, aspect, presence,
  enumerate, lengthShadow, inputProperty, listNames, nameShadow, conversions,
};
