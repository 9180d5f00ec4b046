'use strict';
// Runs one test case in the forked child and records what happens. The tree is interpreted, not turned into source: each
// callback node becomes a function whose invocations run its body in a scope of their own.
//
// A call that throws is recorded and its siblings still run; a reference to what never came is undefined. A promise that a
// call returns is observed, which counts as handling it: the test is its caller. See docs/architecture/agent.md.
const P = require('./primordials.js');
const { EventLog } = require('./event_log.js');
const { Kind } = require('./wire_kinds.js');
const { build } = require('./build.js');
const { program } = require('./program.js');
const { settle, kState } = require('./promise_state.js');
const { watchEnding } = require('./ending.js');
const { callable } = require('./callable.js');
const { data } = require('./prototypes.js');
const clock = require('./clock.js');
const reads = require('./read_trace.js');
const machineAffairs = require('./machine_affairs.js');
const disorder = require('./disorder.js');
const random = require('./random.js');
const pollution = require('./pollution.js');

const indirectEval = eval;
const environment = process.env;
/** Of libuv's pool, as Node has them by default. */
const kThreads = '4';
const kWritable = 0o666;
const kNoOptions = { __proto__: null };
const chmod = require('node:fs').chmodSync;

/** One invocation of a callback node: its parameters, and the results of the calls in its body. */
function scope(up, id, self, parameters) {
  return { up, id, self, parameters, results: P.create(null) };
}

class Interpreter {
  /** @param {{fill: Function, open: Function}} [inputs] values of arguments that are inputs (concolic/traced_test.js) */
  constructor(log, target, options, setup, settleFiles, inputs) {
    this.inputs = inputs;
    this.log = log;
    this.settleFiles = settleFiles;
    this.target = target;
    this.setup = setup;
    this.methods = options.methods === true ? 1 : 0;
    this.before = options.arguments_before === true;
    this.reads = options.reads === true;
    /** Where an error was made; undefined where nobody asks. @type {((error: any) => string) | undefined} */
    this.placeOf = undefined;
    /** The call on the stack, -1 for none. */
    this.current = -1;
    /** The call whose arguments are being made: callbacks among them are its own. */
    this.making = -1;
  }

  /** Runs the calls of a body; none of them stops the next. What follows a request waits for its answer. */
  body(node, env, from = 0) {
    for (let i = from; i < node.body.length; i++) {
      const call = node.body[i];
      this.call(call, env);
      const answer = env.results[call.id];
      if (call.do !== 'request' || !P.types.isPromise(answer)) continue;
      const next = () => this.body(node, env, i + 1);
      P.then(answer, next, next);
      return;
    }
  }

  call(call, env) {
    const making = this.making;
    this.making = call.id;
    const receiver = call.on === null ? undefined : this.argument(call.on, env);
    const values = P.list();
    for (let i = 0; i < call.with.length; i++) values[i] = this.argument(call.with[i], env);
    this.making = making;
    if (this.inputs !== undefined) this.inputs.fill(call.id, values);
    if (call.do !== 'assign') reads.called(call.id, receiver, values);
    this.settleFiles();
    this.log.event(Kind.call, call.id, this.current, false, this.before ? values : [], 0);
    const outer = this.current;
    this.current = call.id;
    let result;
    let threw = false;
    try {
      result = disorder.call(() => this.perform(call, receiver, values, env));
    } catch (error) {
      threw = true;
      result = error;
    }
    this.current = outer;
    if (!threw && call.do !== 'await') env.results[call.id] = result;
    // A server is large, and what a request changed in it is seen by the next request.
    const shown = call.do === 'request' ? after(result, undefined, values) : after(result, receiver, values);
    this.log.event(threw ? Kind.throw : Kind.return, call.id, outer, threw, shown, this.methods);
    if (outer < 0) this.pollution(call.id, false);
    if (!threw && result !== receiver) this.observe(call.id, result);
  }

  perform(call, receiver, values, env) {
    const name = call.path.length > 0 ? call.path[call.path.length - 1] : '';
    switch (call.do) {
      case 'call': {
        const holder = this.holder(call);
        const callee = call.path.length === 0 ? this.target : this.member(call, holder, name);
        return this.apply(this.callable(call, callee, 'function'), holder, values);
      }
      case 'new': {
        const callee = call.path.length === 0 ? this.target : this.member(call, this.holder(call), name);
        if (this.inputs !== undefined) this.inputs.open(callee, undefined, values);
        return P.construct(this.callable(call, callee, 'constructor'), values);
      }
      case 'method':
        if (call.path.length === 0) return this.apply(this.callable(call, receiver, 'function'), undefined, values);
        return this.apply(this.callable(call, get(receiver, name), 'function'), receiver, values);
      case 'assign':
        set(receiver, name, values[0]);
        return undefined;
      case 'get':
        return get(receiver, name);
      case 'request':
        return this.request(call, receiver, values);
      case 'fake':
        return this.fake(call, values[0]);
      case 'await':
        return this.await(call, receiver, values[0], env);
      default:
        throw new P.TypeError(`unknown call: ${call.do}`);
    }
  }

  /** Sends a request to a server in memory. */
  request(call, app, values) {
    const requests = require('./request.cjs');
    const method = call.path[0];
    const options = { body: values[2], headers: values[3] };
    if (!this.reads) return requests.request(app, method, call.url, options);
    const tell = (steps) => this.log.event(Kind.read, call.id, -1, false, steps, 0);
    return P.then(requests.serverOf(app), (server) => {
      require('./request_reads.js').watch(server, requests.textOf(options.body), tell);
      return requests.request(server, method, call.url, options);
    });
  }

  /** Answers for the world beyond the process until the process ends. */
  fake(call, answer) {
    const tell = this.reads ? (steps) => this.log.event(Kind.read, call.id, -1, false, steps, 0) : undefined;
    require('./fakes.js').install(call.path[0], answer, tell);
  }

  /** What is changed on the objects every program shares. */
  pollution(node, closely) {
    const changes = pollution.changes(closely);
    for (let i = 0; i < changes.length; i++) {
      const { path, value, added } = changes[i];
      this.log.event(Kind.pollute, node, -1, false, [path, value, added], 0);
    }
  }

  apply(callee, self, values) {
    if (this.inputs !== undefined) this.inputs.open(callee, self, values);
    return P.apply(callee, self, values);
  }

  /** The object before the last name of a call's path below the module; undefined for the module itself. */
  holder(call) {
    const { path } = call;
    if (path.length === 0) return undefined;
    let holder = this.target;
    for (let i = 0; i < path.length - 1; i++) holder = this.member(call, holder, path[i]);
    return holder;
  }

  /** A member of the module's API. The call's function is missing where there is nothing to have members. */
  member(call, object, name) {
    if (object === undefined || object === null) this.missing(call);
    return get(object, name);
  }

  /** The function or constructor that a call's path leads to. */
  callable(call, value, kind) {
    if (typeof value === 'function') return value;
    this.missing(call);
    throw new P.TypeError(`${pathText(call.path)} is not a ${kind}`);
  }

  /** Records that the target has no function where the call's path leads. The error that the call then throws is the agent's. */
  missing(call) {
    this.log.event(Kind.missing, call.id, this.current, false, [], 0);
  }

  /** Waits as `await` does; the continuation is an asynchronous callback. */
  await(call, promise, continuation, env) {
    P.then(P.resolve(promise), (value) => {
      env.results[call.id] = value;
      this.settled(Kind.fulfill, call.id, value, promise);
      if (typeof continuation === 'function') P.apply(continuation, undefined, [value]);
    }, (reason) => this.settled(Kind.reject, call.id, reason, promise));
    return undefined;
  }

  settled(kind, id, value, promise) {
    if (P.types.isPromise(promise)) settle(promise, kind === Kind.fulfill ? kState.fulfilled : kState.rejected, value);
    const where = kind === Kind.reject && this.placeOf !== undefined ? this.placeOf(value) : undefined;
    this.log.event(kind, id, -1, false, where === undefined ? [value] : [value, undefined, where], this.methods);
  }

  /** Records how a promise, or a thenable whose `then` is a plain method, is settled. */
  observe(id, value) {
    if (value === null || (typeof value !== 'object' && typeof value !== 'function') || P.types.isProxy(value)) return;
    const fulfilled = (result) => this.settled(Kind.fulfill, id, result, value);
    const rejected = (reason) => this.settled(Kind.reject, id, reason, value);
    try {
      if (P.types.isPromise(value)) {
        P.then(value, fulfilled, rejected);
      } else {
        const then = findMethod(value, 'then');
        if (then !== undefined) P.apply(then, value, [fulfilled, rejected]);
      }
    } catch (error) {
      // A `then` that throws has nothing to tell.
    }
  }

  /** The value of an argument in the scope of an invocation. */
  argument(argument, env) {
    switch (argument.a) {
      case 'literal': return build(argument.v);
      case 'result': return lookUp(env, argument.node);
      case 'parameter': return parameter(env, argument.node, argument.index);
      case 'callback': return this.callback(argument.cb, env);
      case 'array': return this.array(argument, env);
      case 'object': return this.object(argument, env);
      case 'api': return walk(this.target, argument.path);
      case 'global': return walk(globalThis, argument.path);
      case 'property': return walk(this.argument(argument.items[0], env), argument.keys);
      case 'setup': return this.setup(argument.keys[0]);
      default: return undefined;
    }
  }

  array(argument, env) {
    const result = [];
    for (let i = 0; i < argument.items.length; i++) P.append(result, this.argument(argument.items[i], env));
    return result;
  }

  object(argument, env) {
    const result = {};
    for (let i = 0; i < argument.items.length; i++) {
      const value = this.argument(argument.items[i], env);
      P.defineProperty(result, argument.keys[i], { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    }
    return result;
  }

  /** The function of a callback node. Its source is strict code, as it is in the emitted files. */
  callback(node, env) {
    const inner = node.source === '' ? undefined : indirectEval(`'use strict'; (${node.source}\n)`);
    const interpreter = this;
    const owner = this.making;
    const takes = inner === undefined ? node.takes : data(inner, 'length');
    return callable(takes, function (self, values) {
      return interpreter.invoke(node, owner, env, inner, self, values);
    });
  }

  invoke(node, owner, env, inner, self, values) {
    const { log } = this;
    // Only a getter that is read for a description gets here while the log is busy: no act of the test.
    if (log.busy) return undefined;
    const shown = P.list();
    shown[0] = self;
    for (let i = 0; i < values.length; i++) shown[i + 1] = values[i];
    log.event(Kind.invoke, node.id, this.current, false, shown, this.methods * shown.length);
    reads.invoked();
    let result;
    let threw = false;
    try {
      if (inner !== undefined) {
        // Also where it is called with `new`: the spies of emitted suites do the same.
        result = P.apply(inner, self, values);
      } else {
        const local = scope(env, node.id, self, values);
        this.body(node, local);
        if (node.result !== null) result = this.argument(node.result, local);
        threw = node.throws;
      }
    } catch (error) {
      threw = true;
      result = error;
    }
    log.event(Kind.leave, node.id, this.current, threw, [result], 0);
    if (threw) throw result;
    reads.returned(owner, result);
    return result;
  }
}

P.alone(Interpreter);

/** The values of kReturn and kThrow. */
function after(result, receiver, values) {
  const all = P.list();
  all[0] = result;
  all[1] = receiver;
  for (let i = 0; i < values.length; i++) all[i + 2] = values[i];
  return all;
}

function get(object, name) {
  if (object === undefined || object === null) {
    throw new P.TypeError(`Cannot read properties of ${object} (reading '${name}')`);
  }
  return object[name];
}

function set(object, name, value) {
  if (object === undefined || object === null) {
    throw new P.TypeError(`Cannot set properties of ${object} (setting '${name}')`);
  }
  object[name] = value;
}

function pathText(path) {
  return path.length === 0 ? 'module' : P.join(path, '.');
}

/** Follows names; undefined where there is nothing, or where a getter throws. */
function walk(value, path) {
  try {
    for (let i = 0; i < path.length; i++) {
      if (value === undefined || value === null) return undefined;
      value = value[path[i]];
    }
    return value;
  } catch (error) {
    return undefined;
  }
}

function lookUp(env, node) {
  for (let at = env; at !== null; at = at.up) if (node in at.results) return at.results[node];
  return undefined;
}

function parameter(env, node, index) {
  for (let at = env; at !== null; at = at.up) {
    if (at.id === node) return index < 0 ? at.self : index < at.parameters.length ? at.parameters[index] : undefined;
  }
  return undefined;
}

/** A method that is a data property of the object or of its prototypes: finding it runs no code of the target. */
function findMethod(value, name) {
  for (let object = value; object !== null && !P.types.isProxy(object); object = P.getPrototypeOf(object)) {
    const property = P.getOwnPropertyDescriptor(object, name);
    if (property === undefined) continue;
    return P.hasOwn(property, 'value') && typeof property.value === 'function' ? property.value : undefined;
  }
  return undefined;
}

/** Evaluates setup code and returns a function that looks its variables up by name. */
function setupScope(code, target, require) {
  if (!code) return () => undefined;
  const evaluate = indirectEval(`(function (target, require) {${code}\n;return (name) => eval(name); })`);
  const find = evaluate(target, require);
  return (name) => {
    try {
      return find(name);
    } catch (error) {
      return undefined;
    }
  };
}

/** What prepare() made, for run(). */
let ready;

/**
 * In the zygote, right before it forks: all that does not depend on the test, so that the children inherit it.
 * @param {{log: Uint8Array, addon: Addon}} surroundings
 */
function prepare({ log: memory, addon }) {
  const log = new EventLog(memory, () => addon.exit(0));
  pollution.remember();
  ready = { log, ending: watchEnding(log, addon) };
}

/** From the interrupt after a deadline: notes where the test is. */
function busy() {
  if (ready === undefined) return;
  try {
    const { stack } = new P.TypeError('busy');
    if (typeof stack === 'string') ready.log.event(Kind.stack, 0, -1, false, [stack], 0);
  } catch (error) {
    // No room for it.
  }
}

/**
 * Runs the test and returns when its synchronous part is done; the process ends through `addon`.
 * @typedef {{watch: (idle: () => boolean) => void, exit: (code: number) => void, turns?: () => number}} Addon
 * @param {{test: object, options: {virtual_time?: boolean, seed?: number|string, methods?: boolean,
 *   arguments_before?: boolean, reads?: boolean, disorder?: string, still_date?: boolean,
 *   writable?: string[], time_zone?: string}}} job
 * @param {{target: any, log: Uint8Array, addon: Addon, setup: string, require: NodeRequire}} surroundings `setup` is code,
 *   `require` is for it
 */
function run(job, { target, log: memory, trace, addon, setup, require }) {
  if (ready === undefined) prepare({ log: memory, addon });
  const { log, ending } = ready;
  const options = job.options || kNoOptions;
  log.clear();
  log.watchTurns(addon.turns);
  // Read by libuv when a process first needs its threads.
  if (options.virtual_time === false) environment.UV_THREADPOOL_SIZE = kThreads;
  if (options.time_zone) environment.TZ = options.time_zone;
  const note = (kind) => () => log.event(kind, 0, -1, false, [], 0);
  const timers = clock.activate({
    virtual: options.virtual_time !== false, still: options.still_date === true, seed: options.seed,
    onTurn: () => log.turn(), onEndless: ending.endless, onDate: note(Kind.readsDate),
  });
  let interpreter;
  addon.watch(() => {
    const next = timers.fireNext();
    if (next === 'fired') return true;
    if (next === 'endless') ending.endless();
    if (ending.beforeExit()) return true;
    if (interpreter !== undefined) interpreter.pollution(0, true);
    ending.finished();
    return false;
  });
  const find = setupScope(setup, target, require);
  machineAffairs.watch(ending.foreign, note(Kind.dependsOnMachine));
  if (options.disorder) disorder.begin(options.disorder, random.bits, note(Kind.overlap));
  if (options.reads === true) reads.begin(log);
  makeWritable(options.writable);
  const settleFiles = options.virtual_time === false ? undefined : addon.settleFiles;
  if (job.concolic && job.concolic.test) interpretTraced(job.concolic, target, log, trace, options);
  else if (job.concolic) explore(job.concolic, target, log, trace);
  else interpreter = interpret(job.test, target, log, options, find, settleFiles);
}

/** What follows values; loaded before the target, which finds nothing of the agent among the modules. */
let concolic;
function useConcolic() {
  concolic = { ...require('./concolic/run.js'), ...require('./concolic/traced_test.js') };
  return concolic;
}

/** One run of a function under exploration, recorded as a test of one call; where it threw comes last. */
function explore(job, target, log, trace) {
  const interpreter = new Interpreter(log, target, kNoOptions, () => undefined, () => {});
  const { prepare: prepareRun, placeOf } = concolic;
  // The reason of a rejected promise is told with its place, as an error that is thrown is.
  interpreter.placeOf = placeOf;
  const { call } = prepareRun(job, target, trace);
  log.event(Kind.call, 1, -1, false, [], 0);
  let result;
  let threw = false;
  interpreter.current = 1;
  try {
    result = call();
  } catch (error) {
    threw = true;
    result = error;
  }
  interpreter.current = -1;
  log.event(threw ? Kind.throw : Kind.return, 1, -1, threw, [result, undefined, threw ? placeOf(result) : ''], 0);
  if (!threw) interpreter.observe(1, result);
}

/** @param {string[]} [paths] in the test's folder */
function makeWritable(paths = []) {
  for (let i = 0; i < paths.length; i++) P.apply(chmod, undefined, [paths[i], kWritable]);
}

/** A test some of whose arguments are inputs, under the eyes of the concolic runtime. @returns {typeof TracedInputs} */
function interpretTraced(job, target, log, region, options) {
  const { TracedInputs } = concolic;
  const root = program(job.test);
  const inputs = new TracedInputs(job, region);
  new Interpreter(log, target, options, () => undefined, () => {}, inputs).body(root, scope(null, root.id, undefined, []));
  return TracedInputs;
}

/** The test alone, without clock and ending. */
function interpret(test, target, log, options, setup, settleFiles) {
  return interpretProgram(program(test), target, log, options, setup, settleFiles);
}

/** @param {import('./program.js').Callback} root */
function interpretProgram(root, target, log, options, setup, settleFiles = () => {}) {
  const interpreter = new Interpreter(log, target, options, setup, settleFiles);
  interpreter.body(root, scope(null, root.id, undefined, []));
  return interpreter;
}

module.exports = { prepare, run, busy, interpret, interpretProgram, interpretTraced, setupScope, useConcolic };
