'use strict';
// The batch lane: one child runs many tests one after the other. What it reports is a hint, since they share a process; the core runs
// every reported test again in a child of its own.

const P = require('./primordials.js');
const json = require('./json.js');
const clock = require('./clock.js');
const { EventLog } = require('./event_log.js');
const machineAffairs = require('./machine_affairs.js');
const { interpret, interpretTraced } = require('./child.js');
const pollution = require('./pollution.js');
const { Kind } = require('./wire_kinds.js');

const { setImmediate, String } = globalThis;
const { isPromise } = P.types;
const { imul } = Math;
const hex = P.uncurry(Number.prototype.toString);
const kNoOptions = { __proto__: null };

/** A few words that tell kinds of results apart: "threw TypeError", "object Map", "number NaN". */
function outcome(threw, value) {
  if (threw && (typeof value !== 'object' || value === null)) return `threw ${typeof value}`;
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return value !== value ? 'NaN' : 'number';
  if (typeof value !== 'object') return typeof value;
  let name = '';
  try {
    const prototype = P.getPrototypeOf(value);
    name = prototype === null ? 'null' : String(prototype.constructor.name);
  } catch {
    name = '?';
  }
  return `${threw ? 'threw' : 'object'} ${name}`;
}

/**
 * Stands in for the event log: keeps what a test threw, and whether something is still to come. With a memory to write to also all that the
 * log would have, errors by their kind: messages are no part of how two versions compare.
 */
class Glance {
  /** @param {Uint8Array} [memory] */
  constructor(memory) {
    this.thrown = '';
    this.pending = false;
    this.over = false;
    this.memory = memory;
    this.log = memory === undefined ? undefined : new EventLog(memory, () => {});
    if (this.log !== undefined) this.log.clear();
  }

  get busy() {
    return this.log !== undefined && this.log.busy;
  }

  event(kind, id, during, threw, values) {
    if (this.over) return;
    const value = values[0];
    const failed = kind === Kind.throw || kind === Kind.reject;
    if (this.log !== undefined) this.log.event(kind, id, during, threw, failed ? [`${outcome(true, value)} ${codeOf(value)}`] : values, 0);
    if (kind === Kind.pollute) this.pollutes(value);
    if (failed) this.thrown += `${outcome(true, value)} ${messageOf(value)};`;
    if (kind === Kind.return && value !== null && typeof value === 'object' && isPromise(value)) this.pending = true;
  }

  /** What the test did, in a few letters; what comes later belongs to nobody. */
  digest() {
    this.over = true;
    if (this.log === undefined) return '';
    let low = 0x811c9dc5;
    let high = 0x1b873593;
    for (let i = 0; i < this.log.start; i++) {
      low = imul(low ^ this.memory[i], 0x01000193);
      high = imul(high ^ (low >>> 13) ^ this.memory[i], 0x85ebca6b);
    }
    return hex(low >>> 0, 16) + hex(high >>> 0, 16);
  }

  /** The next test runs in this process too. */
  pollutes(path) {
    this.thrown += `polluted ${path[0]};`;
    pollution.undo();
  }
}

P.alone(Glance);

/** Without what differs from value to value: numbers, and what stands in quotes. */
function messageOf(error) {
  try {
    return typeof error.message === 'string' ? withoutValues(P.slice(error.message, 0, 60)) : '';
  } catch {
    return '';
  }
}

function withoutValues(text) {
  let result = '';
  for (let i = 0; i < text.length; i++) {
    let end = i;
    while (end < text.length && isDigit(P.charCodeAt(text, end))) end++;
    if (text[i] === "'" || text[i] === '"') end = P.indexOf(text, text[i], i + 1) + 1;
    result += end > i ? '#' : text[i];
    if (end > i) i = end - 1;
  }
  return result;
}

const isDigit = (unit) => unit >= 48 && unit <= 57;

function codeOf(error) {
  try {
    return typeof error.code === 'string' ? error.code : '';
  } catch {
    return '';
  }
}

const kMostOutcomes = 40;
/** Where each function has its own. */
const kMostOfFunctions = 1000;
/** For all that one test shows. */
const kGlanceBytes = 1 << 18;

/**
 * @param {{tests: object[], known: number[], outcomes: string[], seed: string, subjects?: string[], digests: boolean}} job tests: test case
 *   trees; known: counters that are no news; outcomes: what was thrown before; subjects: of each test, who throw the same are different news;
 *   digests: whether to tell what every test did
 * @param {{target: any, addon: object}} surroundings addon.novel() is called once before the first test and once after each, which tells the
 *   core the running test when the process ends in the middle.
 * Answers {news: [[test, what it threw]…], digests: [string…]}.
 */
async function runTests(job, { target, addon }) {
  const news = [];
  const outcomes = P.setOf(job.outcomes);
  outcomes.add('');
  for (let i = 0; i < job.known.length; i++) addon.known(job.known[i]);
  clock.activate({ virtual: true, seed: job.seed });
  machineAffairs.watch(machineAffairs.refuse);
  addon.novel();
  const { tests, subjects } = job;
  const most = subjects ? kMostOfFunctions : kMostOutcomes;
  const memory = job.digests ? new P.Uint8Array(kGlanceBytes) : undefined;
  const digests = [];
  for (let i = 0; i < tests.length; i++) {
    const glance = new Glance(memory);
    interpret(tests[i], target, glance, kNoOptions, () => undefined);
    // What is asynchronous gets a turn of the loop; who waits longer has to wait for a process of its own.
    if (glance.pending) {
      addon.settleFiles();
      await new P.Promise(setImmediate);
    }
    if (job.digests) P.append(digests, glance.digest());
    const thrown = subjects && glance.thrown !== '' ? `${subjects[i]}: ${glance.thrown}` : glance.thrown;
    const fresh = outcomes.size < most && !outcomes.has(thrown);
    if (fresh) outcomes.add(thrown);
    if (addon.novel() || fresh) P.append(news, [i, thrown]);
  }
  addon.answer(json.print({ news, digests }));
  addon.exit(0);
}

/** Of the trace region: what it begins with, and what a run must find left. */
const kHead = 4;
const kLeastTrace = 1 << 19;
const { DataView } = globalThis;
const putUint = P.uncurry(DataView.prototype.setUint32);

/**
 * Tests whose arguments are inputs (concolic/traced_test.js), one after the other in this process, their traces one behind the other in the
 * region. Ends before what waits for something, or finds no room: that is for a process of its own.
 * @param {{runs: object[], seed: string}} job
 * Answers {runs: [[begin and size of the trace, whether it threw, counters that were hit]…]}.
 */
function runTraced(job, { target, addon, region }) {
  const runs = [];
  const size = P.viewLength(region);
  clock.activate({ virtual: true, seed: job.seed });
  machineAffairs.watch(machineAffairs.refuse);
  addon.takeHits(P.list());
  let at = kHead;
  for (let i = 0; i < job.runs.length && size - at >= kLeastTrace; i++) {
    const glance = new Glance();
    const inputs = interpretTraced(job.runs[i], target, glance, new P.Uint8Array(P.viewBuffer(region), P.viewOffset(region) + at), kNoOptions);
    inputs.forget();
    if (glance.pending) break;
    const hits = P.list();
    addon.takeHits(hits);
    P.append(runs, [at, inputs.size(), glance.thrown !== '', hits]);
    at += inputs.size();
  }
  putUint(new DataView(P.viewBuffer(region), P.viewOffset(region)), 0, at - kHead, true);
  addon.answer(json.print({ runs }));
  addon.exit(0);
}

module.exports = { runTests, runTraced, outcome, messageOf };
