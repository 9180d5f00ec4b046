'use strict';
// Guards the functions of a program by preconditions that `kingbird explore` wrote: needs Node 18 or later and nothing else.
//
//   KINGBIRD_GUARD=preconditions.json node --import ./guard.js app.js        (or --require)
//
// When a file of the explored package is loaded and is still the one that was explored, a check is spliced into each function. It follows
// the paths that ended well as far as the arguments decide them. Where the next use on such a path would end in a TypeError because a
// property is missing or has the wrong type, a dummy is put there, the call goes on, and the problem is told. Values are looked at without
// running getters or proxies; what cannot be decided that way is left alone.
//
// KINGBIRD_GUARD: precondition files, separated as in PATH; without it preconditions.json beside this file.
// KINGBIRD_GUARD_REPORT: where to write problems: .json, .sarif or .txt, separated likewise.
// KINGBIRD_GUARD_DRY_RUN: problems are told, nothing is changed.
const Module = require('node:module');
const { randomUUID } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { pathToFileURL, fileURLToPath } = require('node:url');
const { isProxy } = require('node:util').types;

const kFormat = 1;
const kGlobal = '__kingbird_guard';
const kUnknown = Symbol('unknown');
const { getPrototypeOf, getOwnPropertyDescriptor, defineProperty } = Object;
const hasOwn = Function.prototype.call.bind(Object.prototype.hasOwnProperty);
const { isArray } = Array;

const settings = {
  files: (process.env.KINGBIRD_GUARD || path.join(__dirname, 'preconditions.json')).split(path.delimiter),
  reports: (process.env.KINGBIRD_GUARD_REPORT || '').split(path.delimiter).filter((file) => file !== '').map((file) => path.resolve(file)),
  dryRun: (process.env.KINGBIRD_GUARD_DRY_RUN || '0') !== '0',
};

/** Older Node runs hooks in a thread of its own, where this file is loaded once more. */
const inHooks = process.env.KINGBIRD_GUARD_HOOKS !== undefined;

function say(line) {
  // The program may have closed its stderr, or be about to end: never through a stream.
  try {
    fs.writeSync(2, `kingbird guard: ${line.replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu, ' ')}\n`);
  } catch (error) {
    // Nobody listens.
  }
}

/** FNV-1a of 64 bits over the bytes of UTF-8, as base::Hash. */
function hashOf(text) {
  const bytes = Buffer.from(text);
  let low = 0x84222325;
  let high = 0xcbf29ce4;
  for (let i = 0; i < bytes.length; i++) {
    low = (low ^ bytes[i]) >>> 0;
    const product = low * 0x1b3;
    high = (Math.imul(high, 0x1b3) + (low << 8) + Math.floor(product / 4294967296)) >>> 0;
    low = product >>> 0;
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

// Looking at values.

/** A property as the engine would find it; kUnknown where only running code could tell. */
function peek(value, key) {
  let at = value;
  if (typeof value !== 'object' && typeof value !== 'function') {
    if (typeof value === 'string' && (key === 'length' || hasOwn(value, key))) return value[key];
    at = getPrototypeOf(Object(value));
  }
  for (; at !== null; at = getPrototypeOf(at)) {
    if (isProxy(at)) return kUnknown;
    const property = getOwnPropertyDescriptor(at, key);
    if (property !== undefined) return hasOwn(property, 'value') ? property.value : kUnknown;
  }
  return undefined;
}

/** @param {Array} steps ["arg", 0, "source"], ["this", "x"] */
function resolve(call, steps, count) {
  const fromThis = steps[0] === 'this';
  let value = fromThis ? call.self : steps[1] < call.values.length ? call.values[steps[1]] : kUnknown;
  for (let i = fromThis ? 1 : 2; i < count; i++) {
    if (value === undefined || value === null || value === kUnknown) return kUnknown;
    value = peek(value, steps[i]);
  }
  return value;
}

/** Objects that all code of the process shares: globals, the objects of the language, and what is reachable from them now. */
const shared = new WeakSet();

/** Only own data properties and prototypes are followed, so nothing of Node's is run. */
function findShared() {
  const open = [globalThis];
  while (open.length > 0) {
    const object = open.pop();
    if (isPrimitive(object) || isProxy(object) || shared.has(object)) continue;
    shared.add(object);
    open.push(getPrototypeOf(object));
    for (const key of Reflect.ownKeys(object)) {
      const property = getOwnPropertyDescriptor(object, key);
      if (property !== undefined && hasOwn(property, 'value')) open.push(property.value);
    }
  }
}

/**
 * The object that a dummy may be put into: reached from an argument by own properties alone, and neither a prototype nor shared. A
 * precondition file may name any path, and a property of a prototype would be one of every object.
 * @returns {object | null}
 */
function ownParent(call, steps) {
  const fromThis = steps[0] === 'this';
  let value = fromThis ? call.self : call.values[steps[1]];
  for (const key of steps.slice(fromThis ? 1 : 2, -1)) {
    if (isPrimitive(value) || isProxy(value) || !hasOwn(value, key)) return null;
    value = peek(value, key);
  }
  if (value === kUnknown || isPrimitive(value) || isProxy(value) || shared.has(value)) return null;
  const constructor = hasOwn(value, 'constructor') ? peek(value, 'constructor') : null;
  const isPrototype = typeof constructor === 'function' && !isProxy(constructor) && peek(constructor, 'prototype') === value;
  return isPrototype ? null : value;
}

const isPrimitive = (value) => value === null || (typeof value !== 'object' && typeof value !== 'function');

/** Operators on primitives only: objects would run valueOf. */
const kPlain = {
  '+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b, '/': (a, b) => a / b, '%': (a, b) => a % b, '**': (a, b) => a ** b,
  '&': (a, b) => a & b, '|': (a, b) => a | b, '^': (a, b) => a ^ b, '<<': (a, b) => a << b, '>>': (a, b) => a >> b, '>>>': (a, b) => a >>> b,
  '<': (a, b) => a < b, '<=': (a, b) => a <= b, '>': (a, b) => a > b, '>=': (a, b) => a >= b,
  neg: (a) => -a, number: (a) => +a, '~': (a) => ~a, string: (a) => `${a}`,
  fromCharCode: String.fromCharCode, parseInt: (a, b) => parseInt(a, b), parseFloat: (a) => parseFloat(a),
  isNaN: Number.isNaN, isFinite: Number.isFinite, isInteger: Number.isInteger,
  floor: Math.floor, ceil: Math.ceil, round: Math.round, trunc: Math.trunc, abs: Math.abs, sign: Math.sign, min: Math.min, max: Math.max,
  pow: Math.pow, sqrt: Math.sqrt,
};
/** Operators that look at objects without running anything. */
const kAny = {
  '===': (a, b) => a === b, '!==': (a, b) => a !== b, '!': (a) => !a, boolean: (a) => !!a, typeof: (a) => typeof a, isArray,
};
for (const name of ['charAt', 'charCodeAt', 'codePointAt', 'slice', 'substring', 'substr', 'indexOf', 'lastIndexOf', 'includes', 'startsWith',
  'endsWith', 'trim', 'trimStart', 'trimEnd', 'padStart', 'padEnd', 'repeat', 'toLowerCase', 'toUpperCase']) {
  const method = Function.prototype.call.bind(String.prototype[name]);
  kPlain[name] = (text, ...others) => (typeof text === 'string' ? method(text, ...others) : kUnknown);
}

const exec = Function.prototype.call.bind(RegExp.prototype.exec);
const split = Function.prototype.call.bind(RegExp.prototype[Symbol.split]);

/** An expression as the program would match it from the beginning of a text; `use` says what is asked of it. */
function withRegex(use) {
  return (source, flags, text, ...rest) => {
    if (typeof text !== 'string' || flags.includes('y')) return kUnknown;
    return use(new RegExp(source, flags.replace('g', '')), text, ...rest);
  };
}
kPlain.regexTest = withRegex((regex, text, from = 0) => (from === 0 ? exec(regex, text) !== null : kUnknown));
kPlain.regexCapture = withRegex((regex, text, group, from = 0) => {
  const match = from === 0 ? exec(regex, text) : kUnknown;
  return match === kUnknown || match === null ? match || undefined : match[group];
});
kPlain.regexSplitCount = withRegex((regex, text) => split(regex, text).length);
kPlain.regexSplitPart = withRegex((regex, text, index) => split(regex, text)[index]);

function looselyEqual(a, b) {
  if (isPrimitive(a) === isPrimitive(b) || a === null || a === undefined || b === null || b === undefined) return a == b;
  return kUnknown;
}

function lengthOf(value) {
  return typeof value === 'string' || isArray(value) ? value.length : kUnknown;
}

/** @returns {(call) => any} what a condition of a precondition file is for a call; kUnknown where it cannot be told */
function compileCondition(json, inputs) {
  const unknown = () => kUnknown;
  if (json === null || typeof json !== 'object') return unknown;
  if (!isArray(json)) {
    if (hasOwn(json, 'input')) {
      const steps = inputs[json.input];
      return steps === undefined ? unknown : (call) => resolve(call, steps, steps.length);
    }
    const value = json.type === 'undefined' || json.type === 'absent' ? undefined : json.type === 'number' ? Number(json.value) : json.value;
    return () => value;
  }
  const [op, ...rest] = json;
  if (op === 'instanceof') return compileInstance(json, inputs);
  if (op === 'present') return compilePresent(json, inputs);
  const parts = rest.map((part) => compileCondition(part, inputs));
  const plain = hasOwn(kPlain, op);
  const run = plain ? kPlain[op] : op === 'length' ? lengthOf : op === '==' ? looselyEqual
    : op === '!=' ? (a, b) => { const same = looselyEqual(a, b); return same === kUnknown ? same : !same; } : hasOwn(kAny, op) ? kAny[op] : null;
  if (run === null) return unknown;
  return (call) => {
    const values = [];
    for (const part of parts) {
      const value = part(call);
      if (value === kUnknown || (plain && (!isPrimitive(value) || typeof value === 'symbol'))) return kUnknown;
      values.push(value);
    }
    return run(...values);
  };
}

function compileInstance([, left, right], inputs) {
  const value = compileCondition(left, inputs);
  if (!hasOwn(right, 'constructor')) return () => kUnknown;
  return (call) => {
    const object = value(call);
    if (object === kUnknown || typeof call.constructors !== 'function') return kUnknown;
    if (isPrimitive(object)) return false;
    const constructor = call.constructors(right.constructor);
    if (typeof constructor !== 'function' || isProxy(constructor)) return kUnknown;
    const prototype = peek(constructor, 'prototype');
    for (let at = object; at !== null; at = getPrototypeOf(at)) {
      if (isProxy(at)) return kUnknown;
      if (at === prototype && at !== object) return true;
    }
    return false;
  };
}

function compilePresent([, of], inputs) {
  const steps = of && inputs[of.input];
  if (steps === undefined) return () => kUnknown;
  return (call) => {
    const parent = resolve(call, steps, steps.length - 1);
    if (parent === kUnknown || isPrimitive(parent)) return kUnknown;
    for (let at = parent; at !== null; at = getPrototypeOf(at)) {
      if (isProxy(at)) return kUnknown;
      if (getOwnPropertyDescriptor(at, steps[steps.length - 1]) !== undefined) return true;
    }
    return false;
  };
}

// What is known of a function, ready to be followed.

const kInserted = { number: '0', object: '{}', function: 'function () {}', array: '[]', string: "''", boolean: 'false' };
const kMake = {
  number: () => 0, object: () => ({}), function: () => function () {}, array: () => [], string: () => '', boolean: () => false,
};

/**
 * A path as a chain of steps: uses that may fail, and decisions, which have a step for each way that was seen.
 * @returns {object | null} the first step
 */
function compilePath(list, json) {
  let next = null;
  for (let i = list.length - 1; i >= 0; i--) {
    const step = list[i];
    if (hasOwn(step, 'use')) {
      const place = json.inputs[step.use];
      const type = (step.types || []).find((name) => hasOwn(kMake, name));
      const where = step.at || `${json.file}:${json.line + (step.row || 0)}`;
      next = place === undefined || type === undefined ? null : { place, name: step.use, type, called: step.called === true, where, next };
    } else {
      const one = hasOwn(step, 'truth');
      const ways = [one ? null : compilePath(step.else || [], json), one ? null : compilePath(step.then || [], json)];
      if (one) ways[step.truth ? 1 : 0] = next;
      next = { holds: compileCondition(step.if, json.inputs), text: step.text, ways };
    }
  }
  return next;
}

function usesOf(step, found = new Map()) {
  for (; step !== null; step = step.next) {
    if (step.place === undefined) {
      for (const way of step.ways) usesOf(way, found);
      break;
    }
    found.set(`${step.called} ${step.name}`, step);
  }
  return [...found.values()];
}

function fails(step, value) {
  return step.called ? typeof value !== 'function' : value === undefined || value === null;
}

/** Most calls are well-formed: then nothing has to be decided. */
function looksFine(guarded, call) {
  for (const step of guarded.uses) {
    const value = resolve(call, step.place, step.place.length);
    if (value !== kUnknown && fails(step, value)) return false;
  }
  return true;
}

function follow(guarded, call) {
  const decided = [];
  for (let step = guarded.first; step !== null;) {
    const value = step.place === undefined ? step.holds(call) : resolve(call, step.place, step.place.length);
    if (value === kUnknown) return;
    if (step.place === undefined) {
      decided.push(value ? step.text : `!(${step.text})`);
      step = step.ways[value ? 1 : 0];
    } else {
      if (fails(step, value) && !mend(guarded, call, step, value, decided)) return;
      step = step.next;
    }
  }
}

/** @returns {boolean} whether the call can go on from there */
function mend(guarded, call, step, value, decided) {
  const { place } = step;
  const dummy = kMake[step.type]();
  let put = false;
  if (!settings.dryRun) {
    const isRoot = place.length === (place[0] === 'this' ? 1 : 2);
    if (isRoot && place[0] !== 'this' && guarded.parameters[place[1]]) {
      call.values[place[1]] = dummy;
      call.changed = true;
      put = true;
    } else if (!isRoot) {
      const parent = ownParent(call, place);
      const property = { __proto__: null, value: dummy, writable: true, configurable: true, enumerable: isArray(parent) };
      put = parent !== null && Reflect.defineProperty(parent, place[place.length - 1], property);
    }
  }
  tell(guarded, step, value, put, decided);
  return put;
}

/** What spliced code calls. */
const checks = {
  __proto__: null,
  /** The arguments as they should be, after `check` said that they changed. */
  values: [],
  check(id, self, values, constructors) {
    const guarded = compiled[id] || compile(id);
    const call = { self, values, constructors, changed: false };
    try {
      if (looksFine(guarded, call)) return false;
      follow(guarded, call);
    } catch (error) {
      // A value that cannot even be looked at (a revoked proxy, the end of the stack): the program will find out for itself.
      return false;
    }
    if (call.changed) checks.values = call.values;
    return call.changed;
  },
};

/** Functions of all precondition files, numbered in the order of the files: the same in every thread. */
const described = [];
const compiled = [];

function compile(id) {
  const { json, file, name } = described[id];
  const first = compilePath(json.path, { ...json, file });
  compiled[id] = { id, name: json.name, package: name, parameters: json.parameters, first, uses: usesOf(first) };
  return compiled[id];
}

// Telling problems.

const problems = new Map();
const log = settings.reports.length > 0 ? `${settings.reports[0]}.log` : null;

function typeName(value) {
  return value === null ? 'null' : isArray(value) ? 'array' : typeof value;
}

function shown(guarded, text) {
  return text.replace(/\barg(\d+)\b/g, (all, index) => guarded.parameters[index] || all);
}

function stackOf() {
  const holder = {};
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 30;
  Error.captureStackTrace(holder, checks.check);
  Error.stackTraceLimit = limit;
  return String(holder.stack).split('\n').slice(1).map((line) => line.trim());
}

function tell(guarded, step, value, put, decided) {
  const key = `${guarded.id} ${step.name} ${step.called} ${typeName(value)} ${put}`;
  const known = problems.get(key);
  if (known !== undefined) {
    known.times++;
    return;
  }
  const problem = {
    function: guarded.name, package: guarded.package, where: step.where, path: shown(guarded, step.name), was: typeName(value),
    wanted: step.type, inserted: put ? kInserted[step.type] : null, conditions: decided.map((text) => shown(guarded, text)), stack: stackOf(),
    pid: process.pid, times: 1,
  };
  problems.set(key, problem);
  say(sentence(problem));
  write(problem);
}

function sentence(problem) {
  const article = /^[aeiou]/.test(problem.wanted) ? 'an' : 'a';
  const done = problem.inserted === null ? (settings.dryRun ? 'left as it is' : 'could not be mended') : `put ${problem.inserted}`;
  return `${problem.where} ${problem.function}: ${problem.path} is ${problem.was}, needs to be ${article} ${problem.wanted}: ${done}`;
}

function writeReports() {
  const all = new Map();
  for (const line of fs.readFileSync(log, 'utf8').split('\n')) {
    if (line === '') continue;
    const problem = JSON.parse(line);
    all.set(JSON.stringify([problem.pid, problem.where, problem.function, problem.path, problem.was, problem.inserted]), problem);
  }
  const list = [...all.values()];
  for (const file of settings.reports) {
    const text = file.endsWith('.sarif') ? sarif(list) : file.endsWith('.json') ? json(list) : plain(list);
    // A new file under a name that nobody knows beforehand: where others may write, a link could wait for any other name.
    const beside = `${file}.${randomUUID()}`;
    fs.writeFileSync(beside, text, { flag: 'wx' });
    fs.renameSync(beside, file);
  }
}

const json = (list) => `${JSON.stringify({ kingbird: 'guard', dry_run: settings.dryRun, problems: list }, null, 2)}\n`;
const plain = (list) => list.map((problem) => [sentence(problem), ...problem.conditions.map((text) => `  where ${text}`), ...problem.stack.map((line) => `  ${line}`),
  `  ${problem.times} times\n`].join('\n')).join('\n');

function location(where) {
  const colon = where.lastIndexOf(':');
  return { physicalLocation: { artifactLocation: { uri: where.slice(0, colon) }, region: { startLine: Number(where.slice(colon + 1)) || 1 } } };
}

function sarif(list) {
  const results = list.map((problem) => ({
    ruleId: 'malformed-argument',
    level: 'warning',
    message: { text: sentence(problem) },
    locations: [location(problem.where)],
    stacks: [{ message: { text: 'the call' }, frames: problem.stack.map((line) => ({ location: { message: { text: line } } })) }],
    occurrenceCount: problem.times,
  }));
  const driver = { name: 'kingbird guard', rules: [{ id: 'malformed-argument', shortDescription: { text: 'An argument would have ended the call' } }] };
  return `${JSON.stringify({ version: '2.1.0', $schema: 'https://json.schemastore.org/sarif-2.1.0.json', runs: [{ tool: { driver }, results }] }, null, 2)}\n`;
}

/** At once, so that it is there also when the program is killed. Processes that the program starts add to the same log. */
function write(problem) {
  if (log === null) return;
  try {
    fs.appendFileSync(log, problem === null ? '' : `${JSON.stringify(problem)}\n`);
    writeReports();
  } catch (error) {
    say(`cannot write ${settings.reports[0]}: ${error.code || error.message}`);
  }
}

// Loading files.

/** A precondition file, its functions numbered; one clear line when it is of no use. @returns {object[]} one or none */
function readPreconditions(file) {
  let read;
  try {
    read = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    complain(`${file}: ${error instanceof SyntaxError ? 'not JSON' : error.code || error.message}; nothing is guarded by it`);
    return [];
  }
  const usable = read !== null && typeof read === 'object' && read.kingbird === 'preconditions' && read.files !== null && typeof read.files === 'object';
  if (!usable || read.format !== kFormat) {
    complain(`${file}: ${usable ? `format ${read.format}, this guard knows ${kFormat}` : 'no precondition file'}; nothing is guarded by it`);
    return [];
  }
  const { package: owner, folder } = read;
  const name = owner ? `${owner.name}${owner.version ? `@${owner.version}` : ''}` : folder;
  const files = new Map();
  for (const key of Object.keys(read.files)) {
    const list = read.files[key] && read.files[key].functions;
    const ids = [];
    if (isArray(list)) for (const json of list) if (json !== null && typeof json === 'object') ids.push(described.push({ json, file: key, name }) - 1);
    files.set(key, ids);
  }
  return [{ owner, folder, files }];
}

let preconditions = [];
const packages = new Map();

/** The nearest package.json: {folder, name, version}. */
function packageOf(folder) {
  if (packages.has(folder)) return packages.get(folder);
  let found = null;
  try {
    const { name, version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
    if (typeof name === 'string') found = { folder, name, version };
  } catch (error) {
    // Further up, then.
  }
  const above = path.dirname(folder);
  if (found === null && above !== folder) found = packageOf(above);
  packages.set(folder, found);
  return found;
}

/** Hooks in a thread of their own read the same files once more. */
function complain(line) {
  if (!inHooks) say(line);
}

const told = new Set();
function sayOnce(line) {
  if (!told.has(line)) say(line);
  told.add(line);
}

/** The numbers of the functions of a file that is about to be loaded. */
function functionsOf(filename) {
  for (const { owner, folder, files } of preconditions) {
    if (!owner) {
      const place = filename.split(path.sep).join('/');
      for (const [key, ids] of files) if (place.endsWith(`/${folder}/${key}`)) return ids;
      continue;
    }
    const loaded = packageOf(path.dirname(filename));
    if (loaded === null || loaded.name !== owner.name) continue;
    const ids = files.get(path.relative(loaded.folder, filename).split(path.sep).join('/'));
    if (!owner.version || loaded.version === owner.version) {
      if (ids !== undefined) return ids;
    } else {
      sayOnce(`${loaded.name} is version ${loaded.version}, the preconditions are of ${owner.version}: it is not guarded`);
    }
  }
  return [];
}

const isWhole = (value) => Number.isInteger(value) && value >= 0;
const kName = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;
const kChain = /^[\p{ID_Start}$_][\p{ID_Continue}$]*(\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*$/u;

/** The text to splice in, from nothing but names and numbers: a precondition file is data and never becomes code otherwise. */
function checkText(id, json) {
  const names = json.parameters.map((name) => (typeof name === 'string' && kName.test(name) ? name : 'undefined'));
  const assigned = names.map((name, i) => (name === 'undefined' ? '' : `${name}=${kGlobal}.values[${i}]`)).filter((text) => text !== '');
  const cases = (json.constructors || []).map((text, i) => (kChain.test(text) ? `case ${i}:return ${text};` : ''));
  const thunk = cases.length === 0 ? '' : `,i=>{try{switch(i){${cases.join('')}}}catch(e){}}`;
  const test = `${kGlobal}.check(${id},${json.receiver === true ? 'this' : 'undefined'},[${names}]${thunk})`;
  return assigned.length === 0 ? test : `${test}&&(${assigned.join(',')})`;
}

/** Insertions for one function; none where it is not what was explored. */
function insertionsFor(id, source) {
  const { json, file } = described[id];
  const { begin, end, enter, leave } = json;
  const fits = isWhole(begin) && isWhole(enter) && isWhole(end) && begin <= enter && enter <= end && end <= source.length
    && isArray(json.parameters) && isArray(json.path) && json.inputs !== null && typeof json.inputs === 'object';
  if (!fits || hashOf(source.slice(begin, end)) !== json.hash) {
    sayOnce(`${file}: function ${json.name} is not there as it was explored: it is not guarded`);
    return [];
  }
  if (json.path.length === 0) return [];
  const check = checkText(id, json);
  if (!isWhole(leave)) return [{ at: enter, text: `;${check};` }];
  return [{ at: enter, text: `(${check},` }, { at: leave, text: ')' }];
}

/** The source with checks; the same number of lines. */
function splice(source, filename) {
  if (preconditions.length === 0 || source.includes(`${kGlobal}.check(`)) return source;
  const insertions = functionsOf(filename).flatMap((id) => insertionsFor(id, source));
  // At one place: what closes, then what opens, outer functions first.
  insertions.sort((a, b) => a.at - b.at || (b.text === ')') - (a.text === ')'));
  let text = '';
  let from = 0;
  for (const insertion of insertions) {
    text += source.slice(from, insertion.at) + insertion.text;
    from = insertion.at;
  }
  return text + source.slice(from);
}

function spliceSafely(source, filename) {
  try {
    return splice(source, filename);
  } catch (error) {
    sayOnce(`${filename}: ${error && error.message}; it is not guarded`);
    return source;
  }
}

function spliced(url, loaded) {
  if (loaded.format !== 'module' || !url.startsWith('file:') || loaded.source === null || loaded.source === undefined) return loaded;
  const source = typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source).toString();
  return { ...loaded, source: spliceSafely(source.replace(/^\ufeff/, ''), fileURLToPath(url)) };
}

/** Of ES modules, in the thread of the hooks. */
async function load(url, context, nextLoad) {
  return spliced(url, await nextLoad(url, context));
}

function installHooks() {
  if (typeof Module.registerHooks === 'function') {
    Module.registerHooks({ load: (url, context, nextLoad) => spliced(url, nextLoad(url, context)) });
  } else if (typeof Module.register === 'function') {
    process.env.KINGBIRD_GUARD_HOOKS = '1';
    Module.register(pathToFileURL(__filename));
    delete process.env.KINGBIRD_GUARD_HOOKS;
  }
}

function install() {
  findShared();
  defineProperty(globalThis, kGlobal, { __proto__: null, value: checks });
  if (log !== null && process.env.KINGBIRD_GUARD_RUN === undefined) {
    process.env.KINGBIRD_GUARD_RUN = `${process.pid}`;
    for (const file of [log, ...settings.reports]) fs.rmSync(file, { force: true });
    write(null);
  }
  const { _compile } = Module.prototype;
  Module.prototype._compile = function (content, filename, ...others) {
    return _compile.call(this, typeof content === 'string' ? spliceSafely(content, filename) : content, filename, ...others);
  };
  installHooks();
  process.on('exit', () => {
    for (const problem of problems.values()) if (problem.times > 1) write(problem);
  });
}

preconditions = settings.files.flatMap(readPreconditions);
if (!inHooks) install();
module.exports = { load };
