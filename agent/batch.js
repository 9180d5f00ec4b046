'use strict';
// The batch lane: one child runs many tests one after the other. What it reports is a hint, since they share a process; the core runs
// every reported test again in a child of its own.

const clock = require('./clock.js');
const machineAffairs = require('./machine_affairs.js');
const { interpret, interpretTraced } = require('./child.js');
const pollution = require('./pollution.js');
const { Kind } = require('./wire_kinds.js');

const { JSON } = globalThis;
const getPrototypeOf = Object.getPrototypeOf;
const uncurry = Function.prototype.bind.bind(Function.prototype.call);
const replace = uncurry(String.prototype.replace);
const slice = uncurry(String.prototype.slice);
const { isPromise } = require('node:util').types;
const { setImmediate } = globalThis;

/** A few words that tell kinds of results apart: "threw TypeError", "object Map", "number NaN". */
function outcome(threw, value) {
  if (threw && (typeof value !== 'object' || value === null)) return `threw ${typeof value}`;
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return value !== value ? 'NaN' : 'number';
  if (typeof value !== 'object') return typeof value;
  let name = '';
  try {
    const prototype = getPrototypeOf(value);
    name = prototype === null ? 'null' : String(prototype.constructor.name);
  } catch {
    name = '?';
  }
  return `${threw ? 'threw' : 'object'} ${name}`;
}

/** Stands in for the event log: keeps what a test threw, and whether something is still to come. */
class Glance {
  constructor() {
    this.busy = false;
    this.thrown = '';
    this.pending = false;
  }

  event(kind, id, during, threw, values) {
    const value = values[0];
    if (kind === Kind.pollute) this.pollutes(value);
    if (kind === Kind.throw) this.thrown += `${outcome(true, value)} ${messageOf(value)};`;
    if (kind === Kind.return && value !== null && typeof value === 'object' && isPromise(value)) this.pending = true;
  }

  /** The next test runs in this process too. */
  pollutes(path) {
    this.thrown += `polluted ${path[0]};`;
    pollution.undo();
  }
}

/** Without what differs from value to value. */
function messageOf(error) {
  try {
    return typeof error.message === 'string' ? replace(slice(error.message, 0, 60), /[0-9]+|'.*?'|".*?"/g, '#') : '';
  } catch {
    return '';
  }
}

const kMostOutcomes = 40;

/**
 * @param {{tests: object[], known: number[], outcomes: string[], seed: string}} job tests: test case trees; known: counters that are no news;
 *   outcomes: what was thrown before
 * @param {{target: any, addon: object}} surroundings addon.novel() is called once before the first test and once after each, which tells the
 *   core the running test when the process ends in the middle.
 * Answers {news: [[test, what it threw]…]}.
 */
async function runTests(job, { target, addon }) {
  const news = [];
  const outcomes = new Set(['', ...job.outcomes]);
  for (const index of job.known) addon.known(index);
  clock.activate({ virtual: true, seed: job.seed });
  machineAffairs.watch(machineAffairs.refuse);
  addon.novel();
  const { tests } = job;
  for (let i = 0; i < tests.length; i++) {
    const glance = new Glance();
    interpret(tests[i], target, glance, {}, () => undefined);
    // What is asynchronous gets a turn of the loop; who waits longer has to wait for a process of its own.
    if (glance.pending) {
      addon.settleFiles();
      await new Promise(setImmediate);
    }
    const fresh = outcomes.size < kMostOutcomes && !outcomes.has(glance.thrown);
    if (fresh) outcomes.add(glance.thrown);
    if (addon.novel() || fresh) news.push([i, glance.thrown]);
  }
  addon.answer(JSON.stringify({ news }));
  addon.exit(0);
}

/** Of the trace region: what it begins with, and what a run must find left. */
const kHead = 4;
const kLeastTrace = 1 << 19;
const { setUint32 } = DataView.prototype;
const putUint = uncurry(setUint32);

/**
 * Tests whose arguments are inputs (concolic/traced_test.js), one after the other in this process, their traces one behind the other in the
 * region. Ends before what waits for something, or finds no room: that is for a process of its own.
 * @param {{runs: object[], seed: string}} job
 * Answers {runs: [[begin and size of the trace, whether it threw, counters that were hit]…]}.
 */
function runTraced(job, { target, addon, region }) {
  const runs = [];
  clock.activate({ virtual: true, seed: job.seed });
  machineAffairs.watch(machineAffairs.refuse);
  addon.takeHits();
  let at = kHead;
  for (let i = 0; i < job.runs.length && region.length - at >= kLeastTrace; i++) {
    const glance = new Glance();
    const inputs = interpretTraced(job.runs[i], target, glance, region.subarray(at), {});
    inputs.forget();
    if (glance.pending) break;
    runs[i] = [at, inputs.size(), glance.thrown !== '', addon.takeHits()];
    at += inputs.size();
  }
  putUint(new DataView(region.buffer, region.byteOffset), 0, at - kHead, true);
  addon.answer(JSON.stringify({ runs }));
  addon.exit(0);
}

module.exports = { runTests, runTraced, outcome, messageOf };
