'use strict';
// Runs the agent's own code in the zygote before the first fork. Functions are compiled when they first run; without
// this every child would compile them again, which costs more than most tests.
const P = require('./primordials.js');
const { EventLog } = require('./event_log.js');
const { Kind } = require('./wire_kinds.js');
const { interpret } = require('./child.js');
const clock = require('./clock.js');
const { source } = require('./time_source.js');

const kRounds = 60;
const kFewRounds = 10;

const literal = (k, n, t) => ({ a: 'literal', v: { k, n, t } });
const call = (id, path, ...values) => ({ id, do: 'call', path: [path], with: values });
const callback = (id, ...body) => ({ a: 'callback', cb: { id, takes: 2, body, result: { a: 'parameter', node: id,
  index: 0 } } });

const test = {
  id: 0,
  body: [
    call(1, 'each', literal('string', undefined, 'text'), callback(2, call(3, 'id', { a: 'parameter', node: 2,
      index: 1 }))),
    call(4, 'fail', literal('number', 5), { a: 'array', items: [{ a: 'result', node: 1 }] }),
    call(5, 'later', { a: 'object', keys: ['x'], items: [literal('boolean', 1)] }),
    { id: 6, do: 'await', on: { a: 'result', node: 5 }, with: [callback(7)] },
    { id: 8, do: 'new', path: ['Box'], with: [literal('array')] },
    { id: 9, do: 'method', path: ['get'], on: { a: 'result', node: 8 }, with: [] },
    { id: 10, do: 'assign', path: ['value'], on: { a: 'result', node: 8 }, with: [literal('object')] },
    call(11, 'reject'),
  ],
};

const target = {
  each: (text, f) => [f(null, text), f(text)],
  fail() { throw new TypeError('no'); },
  later: async (value) => value,
  reject: async () => { throw new Error('late'); },
  id: (x) => x,
  Box: class Box {
    constructor(value) { this.value = value; }
    get() { return this.value; }
  },
};

function samples() {
  const shared = { a: 1 };
  const error = new Error('ENOENT: no such file or directory');
  error.code = 'ENOENT';
  error.errno = -2;
  return [
    undefined, null, true, 1, 0.5, 7n, 'text', 'a longer text, written by Node',
    'nicht ASCII: äöü€, länger als zwölf', Symbol('s'), shared, [1, , shared, shared],
    { get x() { throw error; }, [Symbol.iterator]: 1 }, new Map([[1, 'a']]), new Set([1]), new Date(0), /x/g, error,
    Buffer.from('x'),
    new Uint8Array(2).buffer, P.resolve(1), new P.Promise(() => {}), function f(a) {}, async () => {}, class A {},
    new Proxy({}, {}),
    new target.Box(1), Object(1), globalThis, new (require('node:events'))(), require('node:fs').statSync('/'),
  ];
}

/** Made before the target is loaded, which may leave nothing as it was. */
const values = samples();

/** Resolves when nothing of it is left to run. `fewTests`: for a few tests, not for thousands. */
async function warm(fewTests) {
  const log = new EventLog(new Uint8Array(1 << 18), () => {});
  const { elapsed } = source;
  for (let round = 0; round < (fewTests ? kFewRounds : kRounds); round++) {
    log.clear();
    for (let i = 0; i < values.length; i++) log.event(Kind.return, i, -1, false, [values[i]], 1);
    if (round % 10 === 0) {
      log.clear();
      interpret(test, target, log, { __proto__: null, methods: true }, () => undefined);
      await undefined;
    }
  }
  for (let i = 0; i < 10; i++) await undefined;
  clock.warmClock();
  source.elapsed = elapsed;
}

module.exports = { warm };
