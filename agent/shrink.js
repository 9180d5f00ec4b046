'use strict';
// Makes tests smaller while they still hit the counters and show the outcomes of the calls they are there for: calls go in halves,
// then quarters, then one by one; numbers and strings become simpler. All attempts share this process, which makes them a hundred times cheaper than a process each; the
// core runs the result in a process of its own before it believes it.

const { interpret } = require('./child.js');
const coverage = require('./coverage.js');
const machineAffairs = require('./machine_affairs.js');
const { Kind } = require('./wire_kinds.js');
const { outcome, messageOf } = require('./batch.js');

const kMostAttempts = 400;

/** Stands in for the event log: what comes out of some calls, in words. */
class Outcomes {
  constructor(calls) {
    this.busy = false;
    this.calls = new Set(calls);
    this.text = '';
  }

  event(kind, id, during, threw, values) {
    if (kind === Kind.call || !this.calls.has(kind === Kind.invoke ? during : id)) return;
    const told = kind === Kind.invoke ? values.slice(1, 4).map(kindOf).join() : kindOf(values[0]);
    this.text += `${kind} ${kind === Kind.invoke ? during : id} ${told}`;
    if (kind === Kind.throw) this.text += messageOf(values[0]);
    this.text += ';';
  }
}

function kindOf(value) {
  const empty = (Array.isArray(value) || typeof value === 'string') && value.length === 0;
  return `${empty ? 'empty ' : ''}${outcome(value instanceof Error, value)}`;
}

/** The ids of results that an argument or a call refers to. */
function references(json, into) {
  if (json === null || typeof json !== 'object') return into;
  if (json.a === 'result') into.add(json.node || 0);
  for (const key of Object.keys(json)) if (key !== 'v') references(json[key], into);
  return into;
}

/** The calls without `dropped` and without those that need one of them. */
function without(body, dropped) {
  const gone = new Set(dropped.map((call) => call.id));
  const left = [];
  for (const call of body) {
    const needs = [...references(call, new Set())].some((id) => gone.has(id));
    if (gone.has(call.id) || needs) gone.add(call.id);
    else left.push(call);
  }
  return left;
}

class Shrinker {
  constructor({ test, hits, calls }, target) {
    this.test = test;
    this.needed = hits;
    this.calls = calls;
    this.target = target;
    this.attempts = 0;
    this.outcomes = calls.length > 0 ? this.outcomesOf(test.body || []) : '';
  }

  outcomesOf(body) {
    const log = new Outcomes(this.calls);
    interpret({ ...this.test, body }, this.target, log, {}, () => undefined);
    return log.text;
  }

  /** Whether the calls still show everything. */
  reaches(body) {
    if (++this.attempts > kMostAttempts) return false;
    coverage.reset(this.needed);
    return this.outcomesOf(body) === this.outcomes && coverage.reached(this.needed);
  }

  run() {
    let body = this.test.body || [];
    if (!this.reaches(body)) return this.test;
    if (this.needed.length === 0) body = body.slice(0, 1 + body.findLastIndex((call) => this.calls.includes(call.id)));
    for (let size = body.length >> 1; size >= 1; size >>= 1) {
      for (let end = body.length; end > 0; end -= size) {
        const smaller = without(body, body.slice(Math.max(0, end - size), end));
        if (smaller.length < body.length && smaller.length > 0 && this.reaches(smaller)) {
          body = smaller;
          end = Math.min(end, body.length + size);
        }
      }
    }
    return { ...this.test, body: this.simplify(body) };
  }

  simplify(body) {
    for (let i = 0; i < body.length; i++) {
      const values = body[i].with || [];
      for (let k = 0; k < values.length; k++) {
        for (const simpler of values[k].a === 'literal' ? simplerThan(values[k].v) : []) {
          const changed = body.map((call, at) => (at === i ? { ...call, with: call.with.map((old, p) => (p === k ? { ...old, v: simpler } : old)) } : call));
          if (!this.reaches(changed)) continue;
          body = changed;
          break;
        }
      }
    }
    return body;
  }
}

function simplerThan(value) {
  if (value.k === 'number' && typeof value.n === 'number' && (Math.abs(value.n) > 9 || value.n % 1 !== 0)) {
    return [{ k: 'number', n: 1 }, { k: 'number', n: 5 }, { k: 'number', n: 10 }];
  }
  if (value.k === 'string' && typeof value.t === 'string' && value.t.length > 6) {
    const half = value.t.length >> 1;
    return [{ k: 'string', t: 'a' }, { k: 'string', t: value.t.slice(0, half) }, { k: 'string', t: value.t.slice(half) }];
  }
  return [];
}

/**
 * @param {{tests: {test: object, hits: number[], calls: number[]}[]}} question calls: ids
 * @returns {{tests: object[]}}
 */
function shrink(question, target) {
  machineAffairs.watch(machineAffairs.refuse);
  return { tests: question.tests.map((one) => new Shrinker(one, target).run()) };
}

module.exports = { shrink };
