'use strict';
// The batch lane: one child runs many tests one after the other. What it reports is a hint, since they share a process; the core runs
// every reported test again in a child of its own.

const P = require('./primordials.js');
const json = require('./json.js');
const clock = require('./clock.js');
const { EventLog } = require('./event_log.js');
const coverage = require('./coverage.js');
const machineAffairs = require('./machine_affairs.js');
const { interpretProgram, interpretTraced } = require('./child.js');
const { outcome, codeOf, messageOf, namesOf, deed } = require('./deeds.js');
const pollution = require('./pollution.js');
const { program } = require('./program.js');
const { Kind } = require('./wire_kinds.js');

const { setImmediate, String } = globalThis;
const { isPromise } = P.types;
const { imul } = Math;
const hex = P.uncurry(Number.prototype.toString);
const kNoOptions = { __proto__: null };

/**
 * Stands in for the event log: keeps what a test threw, and whether something is still to come. With a memory to write to also all that the
 * log would have, errors by their kind: messages are no part of how two versions compare.
 */
class Glance {
  /**
   * @param {Uint8Array} [memory]
   * @param {object} [names] of calls (deeds.js); with them it keeps what each of them did
   */
  constructor(memory, names) {
    this.thrown = '';
    this.names = names;
    this.deeds = [];
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
    if (this.names !== undefined) this.note(deed(this.names[id], kind, values));
  }

  note(done) {
    if (done !== undefined) P.append(this.deeds, done);
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
    this.note(`polluted ${path[0]}`);
    pollution.undo();
  }
}

P.alone(Glance);

const kMostOutcomes = 40;
/** Where each function has its own. */
const kMostOfFunctions = 1000;
/** Of calls, each with what it did. */
const kMostDeeds = 4000;
/** For all that one test shows. */
const kGlanceBytes = 1 << 18;

/**
 * @param {{tests: object[], known: number[], outcomes: string[], seed: string, subjects?: string[], calls?: boolean,
 *   digests: boolean, watched: number[][]}} job tests: test case trees; known: counters that are no news; outcomes: what was thrown or done before; subjects: of
 *   each test, who throw the same are different news; calls: whether what each call does is news, instead of what is thrown; digests:
 *   whether to tell what every test did; watched: groups of counters
 * @param {{target: any, addon: object}} surroundings addon.novel() is called once before the first test and once after each, which tells the
 *   core the running test when the process ends in the middle.
 * Answers {news: [[test, [what it threw or did that was not known…]]…], digests: [string…], reached: [for each group of watched, how many
 *   tests hit one of its counters…]}.
 */
async function runTests(job, { target, addon }) {
  const news = [];
  const outcomes = P.setOf(job.outcomes);
  outcomes.add('');
  for (let i = 0; i < job.known.length; i++) addon.known(job.known[i]);
  clock.activate({ virtual: true, seed: job.seed });
  machineAffairs.watch(machineAffairs.refuse);
  addon.novel();
  const { tests, subjects, calls } = job;
  const most = calls ? kMostDeeds : subjects ? kMostOfFunctions : kMostOutcomes;
  const memory = job.digests ? new P.Uint8Array(kGlanceBytes) : undefined;
  const digests = [];
  const reached = [];
  for (let i = 0; i < job.watched.length; i++) P.append(reached, 0);
  for (let i = 0; i < tests.length; i++) {
    const root = program(tests[i]);
    const glance = new Glance(memory, calls ? namesOf(root) : undefined);
    interpretProgram(root, target, glance, kNoOptions, () => undefined);
    // What is asynchronous gets a turn of the loop; who waits longer has to wait for a process of its own.
    if (glance.pending) {
      addon.settleFiles();
      await new P.Promise(setImmediate);
    }
    if (job.digests) P.append(digests, glance.digest());
    const shown = calls ? glance.deeds : [subjects && glance.thrown !== '' ? `${subjects[i]}: ${glance.thrown}` : glance.thrown];
    const fresh = [];
    for (let k = 0; k < shown.length; k++) {
      if (outcomes.size >= most || outcomes.has(shown[k])) continue;
      outcomes.add(shown[k]);
      P.append(fresh, shown[k]);
    }
    for (let k = 0; k < reached.length; k++) if (coverage.hit(job.watched[k])) reached[k]++;
    // Sets all counters back to zero.
    if (addon.novel() || fresh.length > 0) P.append(news, [i, fresh]);
  }
  addon.answer(json.print({ news, digests, reached }));
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

module.exports = { runTests, runTraced };
