'use strict';
// The first script of a zygote: loads the agent, then the target, and becomes a fork server. Everything after serve() runs in
// the children, each of which does one job and ends. See docs/protocol.md.

const fs = require('fs');
const path = require('path');
const v8 = require('v8');
const { createRequire } = require('module');
const { forbidDebugger } = require('./debugger.js');
const { load } = require('./load.js');
const { questions } = require('./wire_kinds.js');
const json = require('./json.js');
const P = require('./primordials.js');

// Ten times V8's own: a test is too short to be worth optimised code, and a function that the zygote made nearly hot would be optimised
// again in every child. What runs for long still is.
const major = Number.parseInt(process.versions.node, 10);
const kHot = major < 22 ? ['--interrupt-budget=700000'] : ['--invocation-count-for-maglev=4000', '--invocation-count-for-turbofan=30000'];
for (const flag of kHot) v8.setFlagsFromString(flag);

// The target may replace any of these; the zygote keeps its own.
const { setImmediate, String } = globalThis;
const { getActiveResourcesInfo } = process;

const addon = require(process.argv[2]);
delete process.env.LD_PRELOAD;
const start = addon.start();
const config = json.parse(start.json);

/** The collector, without a global of that name for the target to see. */
function collector() {
  v8.setFlagsFromString('--expose-gc');
  return require('vm').runInNewContext('gc');
}
const gc = config.fewTests ? () => {} : collector();

const { nextTick } = process;
const { queueMicrotask } = globalThis;
const { progress } = addon;
addon.probe((number) => {
  // Called in the middle of whatever keeps the test busy.
  if (number === 1 && child.busy) child.busy();
  nextTick(progress, number);
  queueMicrotask(() => progress(number));
});

/** A part of the agent that may not be there in a reduced installation. */
function optional(name) {
  const file = path.join(__dirname, name);
  return fs.existsSync(file) ? require(file) : undefined;
}

const clock = optional('clock.js');
const coverage = optional('coverage.js');
const sources = optional('function_source.js');
optional('read_trace.js');
const child = require(config.child || './child.js');
const inspector = optional('inspect.js');
const warmth = config.child ? undefined : optional('warm_agent.js');
const library = optional('warm_library.js');
const batch = optional('batch.js');
const classes = optional('classes.js');
const prober = optional('probe.js');
const minimiser = optional('shown.js');
const natives = optional('natives.js');
const machineAffairs = optional('machine_affairs.js');

/** What setup code requires, it finds as a file beside the target would. */
const requireForTests = createRequire(path.join(config.target.base, 'kingbird-test.js'));

/** What every test sees as its own process id: the real one differs from run to run. */
const kPid = 4242;

function assumeIdentity() {
  const real = addon.pid();
  const kill = process._kill;
  process._kill = (pid, signal) => kill(pid === kPid ? real : pid, signal);
  P.defineProperty(process, 'pid', { __proto__: null, value: kPid, writable: true, enumerable: true, configurable: true });
}

let concolic;
function installConcolic() {
  require('./concolic/install.js').install(config.concolic);
  concolic = child.useConcolic();
}

/** Nothing of the agent is among the modules that a target finds; the addon gives its functions only once. */
function hide() {
  forbidDebugger();
  for (const name of Object.keys(require.cache)) delete require.cache[name];
  module.children.length = 0;
}

/** Who answers what the core wants to know about the loaded target, by the names of wire.json. */
const answerers = {
  __proto__: null,
  exports: (question, target) => inspector.inspect(target),
  classes: (question, target) => classes.analyse(target),
  probe: (question, target) => prober.probe(question, target),
  concolic: (question, target) => concolic.list(target, question.global),
  natives: (question) => natives.look(question, requireForTests),
  shown: (question, target) => minimiser.shown(question, target),
  servers: (question, target) => require('./servers.js').look(question, target),
};
for (const name of questions) if (!answerers[name]) throw new Error(`nobody answers "${name}"`);

/** Runs in a child: does the job that serve() returned. */
function work(job, target) {
  assumeIdentity();
  const parsed = json.parseJob(job.json);
  if (job.type === 'inspect') {
    const tell = (answer) => {
      addon.answer(json.print(answer));
      addon.exit(0);
    };
    const answer = answerers[parsed.ask](parsed, target);
    if (!P.types.isPromise(answer)) tell(answer);
    P.then(answer, tell, () => addon.exit(0));
    return;
  }
  if (job.type === 'batch') {
    if (parsed.runs) batch.runTraced(parsed, { target, addon, region: start.trace });
    else batch.runTests(parsed, { target, addon });
    return;
  }
  child.run(parsed, {
    target,
    setup: (parsed.options && parsed.options.setup) || '',
    require: requireForTests,
    log: start.log,
    trace: start.trace,
    addon,
  });
}

// What is wrong comes first: the stack of a SyntaxError opens with the place and the line of code.
function describe(error) {
  return error && error.stack ? `${error.name}: ${error.message}\n${error.stack}` : String(error);
}

// The code that Node and others give errors, "" where there is none.
function codeOf(error) {
  try {
    if (typeof error.code === 'string') return error.code;
    // The package "bindings" says where it looked for an addon, and has no code.
    return P.isArray(error.tries) ? 'ERR_DLOPEN_FAILED' : '';
  } catch {
    return '';
  }
}

async function main() {
  process.argv.splice(1, 2, path.join(config.scratch.working, 'test.js'));
  if (library && !config.fewTests) await library.warmLibrary(config.scratch.root);
  if (clock) clock.install();
  if (coverage && config.manifest) {
    const { buffer, byteLength } = start.counters;
    const manifest = JSON.parse(fs.readFileSync(config.manifest, 'utf8'));
    coverage.install(new Uint32Array(buffer, 0, byteLength / 4), manifest);
    if (sources && config.sources) sources.install(manifest, config.sources);
  }
  if (config.types) require('./type_hooks.js').install();
  if (config.concolic) installConcolic();
  if (machineAffairs) {
    const staged = config.manifest ? [path.dirname(config.manifest)] : [];
    machineAffairs.install([config.scratch.root, config.target.base, ...staged]);
  }
  const greeting = { __proto__: null, protocol: start.protocol, node: process.version };
  // What every test finds, for a target that looks at it while it is loaded.
  const { mkdirSync, rmSync } = fs;
  const folders = [path.join(config.scratch.root, 'tmp'), path.join(config.scratch.root, 'home')];
  for (const folder of [...folders, config.scratch.working]) mkdirSync(folder, { recursive: true });
  // Where the tests will be: a target may remember it, as graceful-fs does, and Node does so itself.
  process.chdir(config.scratch.working);
  hide();
  let target;
  try {
    const loaded = await load(config.target);
    target = loaded.value;
    greeting.format = loaded.format;
    if (loaded.failed) greeting.failed = loaded.failed;
    // A timer that nobody stops keeps every process alive that loads the target.
    greeting.timers = getActiveResourcesInfo !== undefined && P.includes(P.apply(getActiveResourcesInfo, process, []), 'Timeout');
  } catch (error) {
    greeting.error = describe(error);
    greeting.code = codeOf(error);
  }
  if (sources && coverage) sources.targetLoaded(P.keys(coverage.loaded()), require.cache);
  if (concolic) concolic.list(target);
  for (let i = 0; i < folders.length; i++) rmSync(folders[i], { __proto__: null, recursive: true, force: true });
  if (warmth) await warmth.warm(config.fewTests === true);
  // From a macrotask: the test then starts as the main script of a program does, with no microtask around it.
  setImmediate(() => {
    if (child.prepare) child.prepare({ log: start.log, addon });
    // No child should have to finish a collection that was under way here.
    gc();
    addon.ready(json.print(greeting));
    work(addon.serve(config.scratch, config.fence === true), target);
  });
}

main();
