'use strict';
// What smaller forms of tests still show, for the core's minimiser: whether they hit the counters that a test is there for, and what comes
// out of the calls it is about. They share this process, which makes them a hundred times cheaper than a process each; the core runs what it
// keeps in a process of its own before it believes it.

const P = require('./primordials.js');
const { interpret } = require('./child.js');
const coverage = require('./coverage.js');
const machineAffairs = require('./machine_affairs.js');
const { Kind } = require('./wire_kinds.js');
const { outcome, messageOf } = require('./deeds.js');

const ErrorPrototype = Error.prototype;

/** Stands in for the event log: what comes out of some calls, in words. */
class Outcomes {
  constructor(calls) {
    this.busy = false;
    this.calls = P.setOf(calls);
    this.text = '';
  }

  event(kind, id, during, threw, values) {
    if (kind === Kind.call || !this.calls.has(kind === Kind.invoke ? during : id)) return;
    const told = kind === Kind.invoke ? kindsOf(values) : kindOf(values[0]);
    this.text += `${kind} ${kind === Kind.invoke ? during : id} ${told}`;
    if (kind === Kind.throw) this.text += messageOf(values[0]);
    this.text += ';';
  }
}

P.alone(Outcomes);

/** Of the first parameters of a callback, which its `this` stands before. */
function kindsOf(values) {
  let text = '';
  for (let i = 1; i < values.length && i < 4; i++) text += `${i > 1 ? ',' : ''}${kindOf(values[i])}`;
  return text;
}

function kindOf(value) {
  const empty = (P.isArray(value) || typeof value === 'string') && value.length === 0;
  return `${empty ? 'empty ' : ''}${outcome(isError(value), value)}`;
}

function isError(value) {
  if (typeof value !== 'object' || value === null) return false;
  for (let at = value; at !== null && !P.types.isProxy(at); at = P.getPrototypeOf(at)) if (at === ErrorPrototype) return true;
  return false;
}

const kNoOptions = { __proto__: null };

/** What came of the calls, or null where a counter was not hit. */
function shows({ test, hits, calls }, target) {
  const log = new Outcomes(calls);
  coverage.reset(hits);
  interpret(test, target, log, kNoOptions, () => undefined);
  return coverage.reached(hits) ? log.text : null;
}

/**
 * @param {{tests: {test: object, hits: number[], calls: number[]}[]}} question calls: ids
 * @returns {{tests: (string|null)[]}}
 */
function shown(question, target) {
  machineAffairs.watch(machineAffairs.refuse);
  return { tests: P.map(question.tests, (one) => shows(one, target)) };
}

module.exports = { shown };
