'use strict';
// Runs functions and methods with unknowns (unknown.js) in place of their arguments and answers what the program did with them: the
// tests of paper 002 that are "only destined for the Executor". One job looks at one function; everything runs in one process, since
// only the uses are kept.

const P = require('./primordials.js');
const { Run, TrapLimit, record, unknown, stateOf, plain } = require('./unknown.js');
const { build, own } = require('./build.js');
const json = require('./json.js');

const { String } = globalThis;

const kTraps = 600;
const kMostTests = 400;
const kReuse = 25;
const kMostCases = 64;
/** Calls that a new case is worth: where there is one, there are others. */
const kCallsPerCase = 4;

/**
 * @typedef {{path: string[], member: string, kind: 'constructor'|'method'|'set'|'function', count: number,
 *   others: {name: string, count: number}[], constructor: {count: number, values: object[]|null}, delay: number, seed: number,
 *   texts?: string[][]}} Job
 *   member: of instances of the class at `path`, `count` its number of parameters; others: methods that may be called before;
 *   constructor.values: literals (model::Value) to construct with, null: unknowns; delay: calls that are wanted; texts: what parameters are as texts,
 *   by position
 */
class Probe {
  constructor(job, target) {
    this.job = job;
    this.holder = undefined;
    this.callee = target;
    for (let i = 0; i < job.path.length; i++) {
      this.holder = this.callee;
      this.callee = this.callee[job.path[i]];
    }
    this.records = job.kind === 'constructor' ? [] : records(job.count);
    const texts = own(job, 'texts') || [];
    for (let i = 0; i < texts.length; i++) this.records[i].samples = texts[i];
    this.construction = records(job.constructor.count);
    this.others = P.map(job.others, (other) => ({ name: other.name, records: records(other.count) }));
    this.calls = 0;
    this.returned = 0;
    this.errors = { __proto__: null };
    this.results = { __proto__: null };
    /** Which regular expressions a text met while other arguments were names or words that the program knows. */
    this.cases = [];
    this.known = new P.SafeSet();
  }

  run() {
    for (let test = 0; test < kMostTests && this.calls < this.job.delay + kCallsPerCase * this.cases.length; test++) {
      const run = new Run(this.job.seed * 1000 + test + 1, kTraps);
      try {
        this.test(run, []);
      } catch (error) {
        // The trap limit, or an instance that could not be made.
      }
    }
    Run.current = undefined;
    const parameters = this.job.kind === 'constructor' ? this.construction : this.records;
    return {
      calls: this.calls, returned: this.returned, errors: this.errors, results: this.results,
      parameters: P.map(parameters, allOf), construction: P.map(this.construction, allOf), cases: this.cases,
      others: P.map(this.others, (other) => ({ name: other.name, parameters: P.map(other.records, allOf) })),
    };
  }

  test(run, pool) {
    const { job } = this;
    if (job.kind === 'function') {
      const values = this.values(this.records, run, pool);
      this.watched(() => P.apply(this.callee, this.holder, values));
      this.noteCases(run, P.map(values, stateOf));
      return;
    }
    if (job.kind === 'constructor') {
      this.watched(() => this.instance(run, pool));
      return;
    }
    const instance = this.instance(run, pool);
    const before = run.below(4);
    for (let i = 0; i < before && this.others.length > 0; i++) {
      const other = run.pick(this.others);
      try {
        P.apply(instance[other.name], instance, this.values(other.records, run, pool));
      } catch (error) {
        if (error instanceof TrapLimit) throw error;
      }
    }
    for (let i = 0; i < 2; i++) {
      const values = this.values(this.records, run, pool);
      this.watched(() => {
        if (job.kind === 'set') instance[job.member] = values[0];
        else return P.apply(instance[job.member], instance, values);
        return undefined;
      });
    }
  }

  /** The last expression that the text of an argument met, where another argument was a known text. */
  noteCases(run, states) {
    if (run.met.length === 0 || this.cases.length >= kMostCases) return;
    const { record: owner, pattern } = run.met[run.met.length - 1];
    let at = 0;
    while (at < this.records.length && !gives(this.records[at], owner, 3)) at++;
    if (at === this.records.length) return;
    const known = (state) => (state !== undefined && P.includes(state.record.constants, state.text) ? state.text : null);
    const values = P.map(states, (state, i) => (i === at ? null : known(state)));
    const text = json.print([pattern, at, values]);
    if (this.known.has(text) || !P.some(values, (value) => value !== null)) return;
    this.known.add(text);
    P.append(this.cases, { at, pattern, values });
  }

  /** Counts the call and how it went. */
  watched(call) {
    this.calls++;
    try {
      const result = call();
      this.returned++;
      const kind = result === null ? 'null' : typeof result;
      this.results[kind] = (this.results[kind] || 0) + 1;
      // Generators do nothing until they are asked.
      if (P.types.isGeneratorObject(result)) for (let i = 0; i < 3 && !result.next().done; i++);
    } catch (error) {
      if (error instanceof TrapLimit) throw error;
      const name = error !== null && typeof error === 'object' && typeof error.message === 'string' ? error.message : String(error);
      this.errors[name] = (this.errors[name] || 0) + 1;
    }
  }

  instance(run, pool) {
    const { values } = this.job.constructor;
    return P.construct(this.callee, values === null ? this.values(this.construction, run, pool) : P.map(values, (value) => build(value)));
  }

  values(list, run, pool) {
    for (let i = 0; i < pool.length; i++) stateOf(pool[i].value).kept = true;
    return P.map(list, (seen) => {
      // The same object again is what shows how a program treats what it already has.
      const known = P.filter(pool, (entry) => entry.record === seen);
      if (known.length > 0 && run.below(100) < kReuse) return run.pick(known).value;
      const value = unknown(seen, run);
      P.append(pool, { record: seen, value });
      return value;
    });
  }
}

P.alone(Probe);

/** Whether a record is that of a value or of what its methods gave: `text.slice(1)` is still about the text. */
function gives(seen, owner, depth) {
  if (seen === owner) return true;
  if (depth === 0) return false;
  return P.some(P.keys(seen.members), (name) => {
    const { result } = seen.members[name];
    return result !== null && gives(result, owner, depth - 1);
  });
}

const allOf = (seen) => plain(seen);

function records(count) {
  const list = [];
  for (let i = 0; i < count; i++) P.append(list, record());
  return list;
}

/** @param {Job} job */
function probe(job, target) {
  return new Probe(job, target).run();
}

module.exports = { probe };
