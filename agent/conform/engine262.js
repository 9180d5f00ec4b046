'use strict';
// engine262 through Node: node engine262.js PROGRAM-OF-ENGINE262 SCRIPT
//
// engine262 takes fifty milliseconds to interpret what the harness does for one case. So the harness stays in Node and only the cases
// are engine262's: what it describes are mirrors, objects of Node that look like those of engine262 (same properties, attributes,
// prototypes, contents); calls of built-ins go through the host below.
const fs = require('node:fs');
const path = require('node:path');
const { tellHits, tellWhere } = require('./counters.js');
const api = require(path.resolve(path.dirname(process.argv[2]), '..'));
const { Value, AbruptCompletion } = api;

// How a case ended that engine262 did not bring to an end: a line of its own, where other engines die.
class Failure {
  constructor(kind) { this.kind = kind; }
}
// Completions become values and exceptions; an exception of engine262's own is a failure.
function settle(operation) {
  const depth = api.surroundingAgent.executionContextStack.length;
  let completion;
  try {
    completion = operation();
  } catch (error) {
    api.surroundingAgent.executionContextStack.length = depth;
    if (error instanceof Failure) throw error;
    if (!(error instanceof RangeError)) fs.writeSync(2, `${error.stack}\n`);
    throw new Failure(error instanceof RangeError ? 'memory' : 'crash');
  }
  if (completion instanceof AbruptCompletion) throw completion.Value;
  return completion instanceof api.Completion ? completion.Value : completion;
}

api.setSurroundingAgent(new api.Agent({}));
const realm = new api.ManagedRealm({});

// Objects of the language in both worlds: by name, and those that only an expression reaches.
const kHidden = `[Object.getPrototypeOf([][Symbol.iterator]()), Object.getPrototypeOf(''[Symbol.iterator]()),
  Object.getPrototypeOf(new Map()[Symbol.iterator]()), Object.getPrototypeOf(new Set()[Symbol.iterator]()),
  Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())), Object.getPrototypeOf(Int8Array), Object.getPrototypeOf(Int8Array.prototype)]`;
const intrinsics = new Map([[realm.GlobalObject, globalThis]]);
const symbols = new Map();

function dataOf(object, key) {
  const property = object.GetOwnProperty(key);
  return property === Value.undefined ? undefined : property.Value;
}
function pairUp(theirs, ours) {
  if (theirs instanceof api.ObjectValue && !intrinsics.has(theirs) && Object(ours) === ours) intrinsics.set(theirs, ours);
}
realm.scope(() => {
  for (const key of realm.GlobalObject.OwnPropertyKeys()) {
    if (!(key instanceof api.JSStringValue) || !(key.stringValue() in globalThis)) continue;
    const theirs = dataOf(realm.GlobalObject, key);
    const ours = globalThis[key.stringValue()];
    pairUp(theirs, ours);
    if (theirs instanceof api.ObjectValue && typeof ours === 'function') pairUp(dataOf(theirs, Value('prototype')), ours.prototype);
  }
  const theirs = realm.evaluateScript(kHidden).Value;
  eval(kHidden).forEach((ours, index) => pairUp(dataOf(theirs, Value(`${index}`)), ours));
  for (const [name, symbol] of Object.entries(api.wellKnownSymbols)) if (name in Symbol) symbols.set(symbol, Symbol[name]);
});

const kDeepest = 9;
const kLongest = 100000;
const wrapped = ['NumberData', 'StringData', 'BooleanData', 'SymbolData', 'BigIntData'];

function primitive(value) {
  if (value === Value.undefined) return undefined;
  if (value === Value.null) return null;
  if (value instanceof api.JSStringValue) return value.stringValue();
  if (value instanceof api.NumberValue) return value.numberValue();
  if (value instanceof api.BooleanValue) return value === Value.true;
  if (value instanceof api.BigIntValue) return value.bigintValue();
  if (!symbols.has(value)) symbols.set(value, Symbol(value.Description === Value.undefined ? undefined : value.Description.stringValue()));
  return symbols.get(value);
}
// The empty mirror of an object, with what it holds beside properties.
function shell(value, look, depth) {
  if ('Call' in value) return emptied(() => undefined);
  for (const slot of wrapped) if (slot in value) return Object(primitive(value[slot]));
  if ('DateValue' in value) return new Date(primitive(value.DateValue));
  if ('OriginalSource' in value) return new RegExp(primitive(value.OriginalSource), primitive(value.OriginalFlags));
  if ('ErrorData' in value) return emptied(new Error());
  if ('MapData' in value) return new Map(value.MapData.filter((p) => p.Key !== undefined).map((p) => [look(p.Key, depth), look(p.Value, depth)]));
  if ('SetData' in value) return new Set(value.SetData.filter((item) => item !== undefined).map((item) => look(item, depth)));
  if ('TypedArrayName' in value) return typed(value);
  return api.isArrayExoticObject(value) ? [] : {};
}
function emptied(object) {
  for (const key of Reflect.ownKeys(object)) delete object[key];
  return object;
}
function typed(value) {
  const length = api.IsDetachedBuffer(value.ViewedArrayBuffer) === Value.true ? 0 : value.ArrayLength;
  const mirror = new globalThis[value.TypedArrayName.stringValue()](length);
  for (let i = 0; i < length && i < kLongest; i++) mirror[i] = primitive(settle(() => value.Get(Value(`${i}`), value)));
  return mirror;
}
// Names and properties; ordinary objects are read where engine262 keeps them, which is much quicker than asking by the standard's steps.
function* propertiesOf(value) {
  const { prototype } = api.ObjectValue;
  if (value.OwnPropertyKeys === prototype.OwnPropertyKeys && value.GetOwnProperty === prototype.GetOwnProperty) {
    for (const [key, property] of value.properties.map) yield [typeof key === 'string' ? key : primitive(key), property];
  } else {
    for (const key of value.OwnPropertyKeys()) yield [primitive(key), value.GetOwnProperty(key)];
  }
}
// What every such object has of itself, or what the harness leaves out.
function isOwnBusiness(value, name) {
  if ('StringData' in value) return name === 'length' || /^\d+$/.test(String(name));
  if ('Call' in value) return name === 'prototype' || name === 'length' || name === 'name';
  return 'ErrorData' in value && name === 'stack';
}
function fill(mirror, value, look, depth) {
  if (!('TypedArrayName' in value)) {
    for (const [name, theirs] of propertiesOf(value)) {
      if (isOwnBusiness(value, name)) continue;
      const property = { enumerable: theirs.Enumerable === Value.true, configurable: theirs.Configurable === Value.true };
      if (theirs.Value === undefined) {
        property.get = accessor(theirs.Get);
        property.set = accessor(theirs.Set);
      } else {
        property.writable = theirs.Writable === Value.true;
        property.value = look(theirs.Value, depth);
      }
      Object.defineProperty(mirror, name, property);
    }
  }
  const prototype = look(value.GetPrototypeOf(), depth);
  if (Object.getPrototypeOf(mirror) !== prototype) Object.setPrototypeOf(mirror, prototype);
  if (value.IsExtensible() !== Value.true) Object.preventExtensions(mirror);
}
function accessor(theirs) { return theirs instanceof api.ObjectValue ? () => undefined : undefined; }

// What the harness looks at, for one description: the same object has the same mirror.
function view() {
  const mirrors = new Map();
  const look = (value, depth) => {
    if (!(value instanceof api.ObjectValue)) return primitive(value);
    const known = intrinsics.get(value) || mirrors.get(value);
    if (known !== undefined) return known;
    if (depth > kDeepest) return {};
    const mirror = shell(value, look, depth + 1);
    mirrors.set(value, mirror);
    fill(mirror, value, look, depth + 1);
    return mirror;
  };
  return (value) => uncounted(() => look(value, 0));
}

// The standard's steps are counted by what they do to objects; most loops do something. Loops that only read a text (repeat) are quick
// elsewhere: they are too long for this engine alone. What is done to look at a case does not count; calling back takes long.
const kMostSteps = 20000;
const kStepsOfCall = 20;
const kMostReads = 300000;
let steps = 0;
let reads = 0;
let counts = false;
function counted(f) {
  steps = 0;
  reads = 0;
  counts = true;
  try { return f(); } finally { counts = false; }
}
function uncounted(f) {
  const before = counts;
  counts = false;
  try { return f(); } finally { counts = before; }
}
for (const name of ['Get', 'Set', 'HasProperty', 'GetOwnProperty', 'DefineOwnProperty', 'Delete']) {
  const original = api.ObjectValue.prototype[name];
  api.ObjectValue.prototype[name] = function (a, b, c) {
    if (counts && ++steps > kMostSteps) throw new Failure('heavy');
    return original.call(this, a, b, c);
  };
}
const readText = api.JSStringValue.prototype.stringValue;
api.JSStringValue.prototype.stringValue = function () {
  if (counts && ++reads > kMostReads) throw new Failure('timeout');
  return readText.call(this);
};

const host = {
  view,
  failure: (error) => (error instanceof Failure ? error.kind : ''),
  find(names) {
    let holder = realm.GlobalObject;
    for (const name of names) holder = settle(() => api.GetV(holder, Value(name)));
    tellWhere(holder.nativeFunction);
    return holder;
  },
  isFunction: (value) => api.IsCallable(value) === Value.true,
  apply: (f, self, values) => settle(() => api.Call(f, self, values)),
  construct: (f, values) => settle(() => api.IsConstructor(f) === Value.true ? api.Construct(f, values) : api.Throw('TypeError', 'NotAConstructor', f)),
  undefined: Value.undefined,
  begin(body, state) {
    counted(() => settle(() => api.Call(body, Value.undefined, [K, stateOf(state)])));
  },
  then(promise, kept, broken) {
    const built = (f) => builtin((args) => { f(args[0]); });
    api.PerformPromiseThen(promise, built(kept), built(broken));
  },
};
function builtin(f, name = '') {
  return api.CreateBuiltinFunction((args) => f(args) || Value.undefined, 0, Value(name), []);
}
// The state of a case as a thing that cases can hand around.
const states = new WeakMap();
function stateOf(state) {
  if (state === undefined) return Value.undefined;
  if (!states.has(state)) {
    const token = api.OrdinaryObjectCreate(realm.Intrinsics['%Object.prototype%']);
    token.kingbirdState = state;
    states.set(state, token);
  }
  return states.get(state);
}

const kTogether = 20000;
function gathered(parts, text) {
  if (parts.length > 0 && parts[parts.length - 1].length < kTogether) parts.push(parts.pop() + text);
  else parts.push(text);
  return parts;
}
const script = fs.readFileSync(process.argv[3], 'utf8');
const start = script.indexOf('\nvar K = kingbirdHarness(');
const begun = script.indexOf('\n', start + 1);
const print = (line) => fs.writeSync(1, `${line}\n`);
let K;
realm.scope(() => {
  const ours = new Function('print', 'kingbirdHost', `${script.slice(0, begun)}\nreturn { K: K, makers: kingbirdMakers };`)(print, host);
  const list = (value) => Array.from({ length: primitive(dataOf(value, Value('length'))) }, (_, i) => dataOf(value, Value(`${i}`)));
  K = api.OrdinaryObjectCreate(realm.Intrinsics['%Object.prototype%']);
  const offer = (name, f) => api.CreateDataProperty(K, Value(name), builtin(f, name));
  offer('call', (args) => { ours.K.call(...args); });
  offer('construct', (args) => { ours.K.construct(...args); });
  offer('enter', ([state, label, self, values]) => {
    steps += kStepsOfCall;
    const length = Number(primitive(dataOf(values, Value('length'))));
    ours.K.enter(state.kingbirdState, primitive(label), self, Array.from({ length }, (_, i) => dataOf(values, Value(`${i}`))));
  });
  offer('run', ([number, names, body]) => {
    ours.K.run(primitive(number), list(names).map(primitive), body);
    tellHits();
  });
  offer('end', () => { ours.K.end(); });
  offer('loud', () => { ours.K.loud(); });
  const makers = realm.evaluateScript(`(${ours.makers})`).Value;
  settle(() => api.Call(makers, Value.undefined, [K, realm.GlobalObject, builtin(() => stateOf(ours.K.current())),
    builtin(([state, text]) => { ours.K.note(state.kingbirdState, primitive(text)); })]));
  // Cases call it all the time.
  offer('same', ([value]) => value);
  api.CreateDataProperty(realm.GlobalObject, Value('K'), K);
});
// Some cases at a time, so that what they are made of does not outlive them; they begin at the begin of a line, where nothing else does.
for (const part of script.slice(begun).split(/^(?=K\.run\()/m).reduce(gathered, [])) {
  const result = realm.evaluateScript(part, { specifier: process.argv[3] });
  if (result instanceof AbruptCompletion) {
    process.stderr.write(`${realm.scope(() => api.inspect(result))}\n`);
    process.exit(1);
  }
}
