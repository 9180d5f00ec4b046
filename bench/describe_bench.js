'use strict';
// The hot path of the agent: microseconds to record one event that holds a typical value. Run: node
// bench/describe_bench.js
const path = require('node:path');
const { EventLog } = require(path.join(__dirname, '..', 'agent', 'event_log.js'));
const { Kind } = require(path.join(__dirname, '..', 'agent', 'wire_kinds.js'));

const values = {
  'undefined': undefined,
  'integer': 5,
  'short string': 'data.json',
  'string of 4 kB': 'abcdefgh'.repeat(512),
  'string of 4 kB, not ASCII': 'äbcdefgh'.repeat(512),
  'small object': { name: 'a', size: 3, nested: { ok: true } },
  'array of 100 numbers': Array.from({ length: 100 }, (_, i) => i * 1.5),
  'array of 100 objects': Array.from({ length: 100 }, (_, i) => ({ id: i, name: `n${i}` })),
  'error with code': Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT', errno: -2, syscall: 'open',
  path: '/x' }),
  'fs.Stats': require('node:fs').statSync('.'),
  'promise': Promise.resolve(1),
  'function': function f(a, b) {},
  'Buffer of 1 kB': Buffer.alloc(1024),
  'map of 20': new Map(Array.from({ length: 20 }, (_, i) => [`k${i}`, i])),
  'EventEmitter': new (require('node:events'))(),
};

const memory = new Uint8Array(1 << 20);
for (const [name, value] of Object.entries(values)) {
  const log = new EventLog(memory, () => {});
  const once = () => {
    log.clear();
    log.event(Kind.return, 1, -1, false, [value], 0);
  };
  const t0 = process.hrtime.bigint();
  once();
  const cold = Number(process.hrtime.bigint() - t0) / 1e3;
  let rounds = 0;
  const begin = process.hrtime.bigint();
  while (process.hrtime.bigint() - begin < 100000000n) for (let i = 0; i < 50; i++, rounds++) once();
  const hot = Number(process.hrtime.bigint() - begin) / 1e3 / rounds;
  console.log(`${name.padEnd(28)} ${hot.toFixed(2).padStart(8)} µs   first ${cold.toFixed(0).padStart(5)} µs   ${log.start - 4} bytes`);
}
