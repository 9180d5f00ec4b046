'use strict';
// A value of unknown type (paper 002, sections 4.2 and 6.1): a proxy that survives whatever is done to it and writes down what was
// done. Beyond the paper it plays along: a method that only strings have works on a string, one that only arrays have works on an
// array of further unknowns, so that the program runs on and shows more.

const P = require('./primordials.js');

const { Symbol, String, Number, Object, Array } = globalThis;
const { toPrimitive, iterator, asyncIterator, hasInstance } = Symbol;
const { apply } = P;
const StringPrototype = String.prototype;
const ArrayPrototype = Array.prototype;
const PromisePrototype = Promise.prototype;
const bindNothing = P.uncurry(Function.prototype.bind);

/** Proxy → what stands behind it. */
const behind = new P.SafeWeakMap();

const kMostMembers = 60;
const kMostConstants = 24;
const kMostPatterns = 8;
const kMostDepth = 6;

/** Thrown when an unknown was used too often: the execution goes nowhere. */
class TrapLimit {}

/** Methods that only one built-in type has. */
const only = (type, others) => {
  const names = P.setOf(P.filter(P.ownKeys(type.prototype), (key) => typeof key === 'string' && key !== 'constructor'));
  for (const other of others) for (const key of P.ownKeys(other.prototype)) names.delete(key);
  return names;
};
const kOfString = only(String, [Array, Object, Uint8Array, Buffer, RegExp]);
const kOfArray = only(Array, [String, Object, Map, Set]);
kOfArray.add('forEach');

/**
 * What was seen of one parameter, or of a part of it.
 * @typedef {object} Record
 * @property {Record<string, number>} uses kind of use → how often; see type_hooks.js and below for the kinds
 * @property {Record<string, Record>} members properties that were read or written
 * @property {(string|number|boolean)[]} constants what it was compared with
 * @property {string[]} patterns regular expressions it was matched with, as written
 * @property {string[]} samples texts that are likely to match them; given with the question
 * @property {Record|null} element what iteration or an index gave
 * @property {Record|null} result what calling it gave
 * @property {number} arity most arguments it was called with
 */
function record(depth = 0) {
  return { __proto__: null, uses: { __proto__: null }, members: { __proto__: null }, constants: [], patterns: [], samples: [], element: null, result: null, arity: -1, depth };
}

function note(to, use) {
  to.uses[use] = (to.uses[use] || 0) + 1;
}

/** Notes a test for absence, which counts only in the call that the unknown is an argument of. */
function noteTest(state, use) {
  if (!state.kept) note(state.record, use);
}

function noteConstant(to, value, most = kMostConstants) {
  if (to.constants.length >= most || P.includes(to.constants, value)) return;
  P.append(to.constants, value);
}

function notePattern(to, pattern) {
  const text = `/${pattern.source}/${pattern.flags}`;
  if (Run.current !== undefined && text.length < 1000) P.append(Run.current.met, { record: to, pattern: text });
  if (to.patterns.length < kMostPatterns && text.length < 1000 && !P.includes(to.patterns, text)) P.append(to.patterns, text);
}

function memberOf(of, name) {
  if (!(name in of.members)) {
    if (of.depth >= kMostDepth || P.keys(of.members).length >= kMostMembers) return of;
    of.members[name] = record(of.depth + 1);
  }
  return of.members[name];
}

function part(of, name) {
  if (of[name] === null) of[name] = of.depth >= kMostDepth ? of : record(of.depth + 1);
  return of[name];
}

/** One execution: randomness and the number of traps left, shared by all its unknowns. */
class Run {
  constructor(seed, limit) {
    this.state = (seed * 2654435761 + 12345) >>> 0;
    this.left = limit;
    /** Unknowns that took part as texts. */
    this.given = [];
    /** Regular expressions and whose texts they met, in order. */
    this.met = [];
    Run.current = this;
  }

  below(bound) {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    this.state >>>= 0;
    return this.state % bound;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  trap() {
    if (--this.left < 0) throw new TrapLimit();
  }
}

P.alone(Run);

const kNumbers = [0, 1, 2, 3, -1, 5, 10, 100];
const kTexts = ['a', '0', '7', '', 'abc', '12', 'key', 'Zz9'];

/** The state of one unknown. */
class Behind {
  constructor(seen, run) {
    this.record = seen;
    this.run = run;
    this.stored = new P.SafeMap();
    this.number = undefined;
    this.text = undefined;
    this.items = undefined;
    /** What `typeof` was answered with; undefined: nobody asked. */
    this.kind = undefined;
    this.truth = undefined;
    /** The call that got it is over: whether it is there says nothing about the parameter any more. */
    this.kept = false;
    /** It came out of a promise. */
    this.settled = false;
  }

  asNumber() {
    if (this.number === undefined) {
      const constants = P.filter(this.record.constants, (value) => typeof value === 'number');
      this.number = constants.length > 0 && this.run.below(3) === 0 ? this.run.pick(constants) : this.run.pick(kNumbers);
    }
    return this.number;
  }

  asText() {
    if (this.text === undefined) {
      const constants = P.filter(this.record.constants, (value) => typeof value === 'string');
      const { samples } = this.record;
      if (samples.length > 0 && this.run.below(4) > 0) this.text = this.run.pick(samples);
      else this.text = constants.length > 0 && this.run.below(3) === 0 ? this.run.pick(constants) : this.run.pick(kTexts);
      P.append(this.run.given, this);
    }
    return this.text;
  }

  asArray() {
    if (this.items === undefined) {
      this.items = [];
      const count = this.run.below(3) > 0 ? this.run.below(4) : this.run.below(10);
      for (let i = 0; i < count; i++) P.append(this.items, unknown(part(this.record, 'element'), this.run));
    }
    return this.items;
  }

  /** A primitive, by what is known so far. */
  primitive(hint) {
    const { uses } = this.record;
    if (hint === 'string') return this.asText();
    const text = (uses['compared with string'] || 0) + (uses['string member'] || 0) + (uses['coerced to string'] || 0);
    return text > (uses['coerced to number'] || 0) + (uses['compared with number'] || 0) ? this.asText() : this.asNumber();
  }
}

P.alone(Behind);

const kIgnored = P.setOf(['constructor', '__proto__', 'inspect', 'toJSON', 'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable',
  'toLocaleString', '__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__', 'name', 'asymmetricMatch']);

const handler = {
  __proto__: null,
  get(target, key) {
    const self = behind.get(target);
    self.run.trap();
    if (self.stored.has(key)) {
      if (typeof key === 'string') note(memberOf(self.record, key), 'read');
      return self.stored.get(key);
    }
    return typeof key === 'symbol' ? getSymbol(self, key) : getMember(self, key);
  },
  set(target, key, value) {
    const self = behind.get(target);
    self.run.trap();
    if (typeof key === 'string') {
      if (isIndex(key)) note(self.record, 'index');
      else note(memberOf(self.record, key), `written ${kindOf(value)}`);
    }
    self.stored.set(key, value);
    return true;
  },
  has(target, key) {
    const self = behind.get(target);
    self.run.trap();
    if (typeof key === 'string') note(memberOf(self.record, key), 'in');
    return self.run.below(2) === 0;
  },
  deleteProperty(target, key) {
    const self = behind.get(target);
    self.run.trap();
    if (typeof key === 'string' && !isIndex(key)) note(memberOf(self.record, key), 'deleted');
    self.stored.delete(key);
    return true;
  },
  apply(target, receiver, values) {
    const self = behind.get(target);
    self.run.trap();
    note(self.record, 'called');
    self.record.arity = P.max(self.record.arity, values.length);
    // A function gets its arguments called back sometimes: continuations run on.
    for (let i = 0; i < values.length; i++) {
      if (typeof values[i] === 'function' && !behind.get(values[i]) && self.run.below(2) === 0) {
        try {
          apply(values[i], undefined, []);
        } catch (error) {
          if (error instanceof TrapLimit) throw error;
        }
      }
    }
    return unknown(part(self.record, 'result'), self.run);
  },
  construct(target) {
    const self = behind.get(target);
    self.run.trap();
    note(self.record, 'constructed');
    return unknown(part(self.record, 'result'), self.run);
  },
  ownKeys(target) {
    const self = behind.get(target);
    self.run.trap();
    note(self.record, 'keys');
    return [];
  },
  getOwnPropertyDescriptor() {
    return undefined;
  },
  defineProperty(target, key, descriptor) {
    const self = behind.get(target);
    if (typeof key === 'string' && !isIndex(key)) note(memberOf(self.record, key), 'defined');
    if (descriptor.configurable === false) return false;
    self.stored.set(key, descriptor.value);
    return true;
  },
  getPrototypeOf() {
    return P.ObjectPrototype;
  },
  setPrototypeOf() {
    return true;
  },
  isExtensible() {
    return true;
  },
  preventExtensions() {
    return false;
  },
};

// Without a regular expression: those are watched (native_meetings.js).
function isIndex(key) {
  const number = Number(key);
  return number >= 0 && P.isInteger(number) && String(number) === key;
}

function getSymbol(self, key) {
  switch (key) {
    case toPrimitive:
      return (hint) => {
        self.run.trap();
        note(self.record, `coerced to ${hint === 'default' ? 'primitive' : hint}`);
        return self.primitive(hint);
      };
    case iterator:
      note(self.record, 'iterated');
      return () => self.asArray()[iterator]();
    case asyncIterator:
      note(self.record, 'iterated asynchronously');
      return undefined;
    case hasInstance:
      note(self.record, 'class');
      return () => false;
    default:
      return undefined;
  }
}

function getMember(self, key) {
  const { record: seen, run } = self;
  if (isIndex(key)) {
    note(seen, 'index');
    const items = self.asArray();
    return Number(key) < items.length ? items[key] : unknown(part(seen, 'element'), run);
  }
  if (key === 'constructor') return Object;
  if (key === 'valueOf') return () => self.primitive('default');
  if (key === 'toString') {
    return (radix) => {
      if (typeof radix === 'number') note(seen, 'coerced to number');
      if (typeof radix === 'string') note(memberOf(seen, 'toString'), 'encoding');
      return self.asText();
    };
  }
  if (kIgnored.has(key)) return undefined;
  note(memberOf(seen, key), 'read');
  if (key === 'length') return self.kind === 'string' || (self.text !== undefined && !self.items) ? self.asText().length : self.asArray().length;
  if (kOfString.has(key)) {
    note(seen, 'string member');
    return (...values) => {
      note(memberOf(seen, key), 'called');
      return apply(StringPrototype[key], self.asText(), values);
    };
  }
  if (kOfArray.has(key)) {
    note(seen, 'array member');
    return (...values) => {
      note(memberOf(seen, key), 'called');
      return apply(ArrayPrototype[key], self.asArray(), values);
    };
  }
  if (key === 'then' || key === 'catch' || key === 'finally') return promiseMember(self, key);
  if (key === 'call' || key === 'apply' || key === 'bind') return (receiver, ...values) => {
    note(seen, 'called');
    seen.arity = P.max(seen.arity, key === 'apply' ? 1 : values.length);
    return key === 'bind' ? unknown(seen, run) : unknown(part(seen, 'result'), run);
  };
  const member = unknown(memberOf(seen, key), run);
  self.stored.set(key, member);
  return member;
}

function promiseMember(self, key) {
  if (self.settled) return undefined;
  const value = unknown(part(self.record, 'element'), self.run);
  // What a promise gives is no promise.
  behind.get(value).settled = true;
  const promise = P.resolve(value);
  return (...values) => {
    note(self.record, 'promise member');
    return apply(PromisePrototype[key], promise, values);
  };
}

/** @returns {any} a fresh value whose uses are written into `seen` */
function unknown(seen, run) {
  // A bound function can be called and constructed and has no property that must not be deleted.
  const target = bindNothing(function () {});
  delete target.length;
  delete target.name;
  const state = new Behind(seen, run);
  behind.set(target, state);
  const proxy = new P.Proxy(target, handler);
  behind.set(proxy, state);
  return proxy;
}

/** What stands behind a value; undefined for ordinary values. */
function stateOf(value) {
  return value !== null && (typeof value === 'object' || typeof value === 'function') ? behind.get(value) : undefined;
}

/** A word for the type of an ordinary value. */
function kindOf(value) {
  if (value === null) return 'null';
  if (typeof value !== 'object' && typeof value !== 'function') return typeof value;
  const state = behind.get(value);
  if (state !== undefined) return 'unknown';
  if (typeof value === 'function') return 'function';
  if (P.isArray(value)) return 'array';
  try {
    const { constructor } = value;
    return typeof constructor === 'function' && P.hasOwn(constructor, 'name') ? `object ${constructor.name}` : 'object Object';
  } catch (error) {
    return 'object Object';
  }
}

/** The record without what is empty, for the wire. */
function plain(seen, depth = 0) {
  const below = (part) => (part !== null && part !== seen && depth < kMostDepth ? plain(part, depth + 1) : undefined);
  const names = depth < kMostDepth ? P.keys(seen.members) : [];
  const members = names.length > 0 ? { __proto__: null } : undefined;
  for (let i = 0; i < names.length; i++) members[names[i]] = below(seen.members[names[i]]);
  const some = (list) => (list.length > 0 ? list : undefined);
  return {
    uses: seen.uses, members, constants: some(seen.constants), patterns: some(seen.patterns), element: below(seen.element),
    result: below(seen.result), arity: seen.arity >= 0 ? seen.arity : undefined,
  };
}

module.exports = { Run, TrapLimit, record, note, noteTest, noteConstant, notePattern, part, unknown, stateOf, kindOf, plain };
