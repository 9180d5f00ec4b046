'use strict';
// Stands in for agent/zygote.js and tells the core what no agent would: what a target can do that has got hold of the addon.
// Which lie it is, is the target's "entry". tests/hostile/lie_test.cc expects an outcome each time, never the end of the core.
const addon = require(process.argv[2]);
const start = addon.start();
const { target, scratch } = JSON.parse(start.json);

const deep = '['.repeat(700000) + ']'.repeat(700000);
const deepValue = `{"k":"array","i":[`.repeat(20000) + ']}'.repeat(20000);
const good = { protocol: start.protocol, node: process.version, format: 'commonjs' };

/** In place of kReady. */
const greetings = {
  'ready nothing': '', 'ready null': 'null', 'ready list': '[1]', 'ready text': '{"protocol":"2"}', 'ready deep': deep,
  'ready negative': '{"protocol":-1}', 'ready error': JSON.stringify({ ...good, error: { a: 1 } }),
  'ready node': JSON.stringify({ ...good, node: ['v1'], format: 7 }), 'ready and more': JSON.stringify({ ...good, trust: 'me' }),
  'ready twice': JSON.stringify([good, good]),
};

const news = (...told) => JSON.stringify({ news: told, digests: [], reached: [] });
/** In place of an answer; `batch` questions and others. What is called true could be, the lies beside it are one change away. */
const answers = {
  deep, 'deep value': `{"functions":[],"constants":[{"path":["a"],"value":${deepValue}}],"cut":false}`,
  'true news': news([0, ['x']], [9, []]), index: news([4096, ['x']], [1000000000, ['x']]), negative: news([-1, ['x']]),
  fraction: news([0.5, ['x']]), entries: news(1, 'a', null), pairs: news([0]), names: news([0, ['x', {}]]),
  more: news(...Array(11).fill([0, ['x']])), flood: news(...Array(100000).fill([0, ['x']])), shape: '{"news":{"x":1},"digests":[]}',
  digests: JSON.stringify({ news: [[0, ['x']]], digests: Array(11).fill(''), reached: [] }), list: '[]', nothing: 'null', broken: '{"news":',
  'runs beyond the trace': '{"runs":[[0,4,false,[]],[3,4000000000,false,[]]]}', 'runs before it': '{"runs":[[-1,1,false,[]]]}',
  'runs without shape': '{"runs":[1,{},null]}', 'runs of nothing': '{"runs":{"0":[]}}',
  'runs of wild counters': '{"runs":[[0,0,false,[-1,0.5,1e30,"a",4294967296,7]]]}',
  'runs without end': `{"runs":[${Array(100000).fill('[0,0,true,[]]').join()}]}`,
};

/** Answers that nearly have their shape: not even what of them does is believed. */
const facts = { name: 'f', class: false, constructs: true, length: 1, parameters: [], source: '', native: false, aliases: [] };
const exported = (own) => JSON.stringify({ functions: [{ kind: 'function', path: ['f'], ...facts, ...own }], constants: [], cut: false, http: false, servers: [] });
const member = { name: 'm', kind: 'method', static: false, inherited: false, length: 0, parameters: [], async: false, generator: false };
const described = (own) => JSON.stringify({ classes: [{ path: ['A'], name: 'A', base: '', length: 0, parameters: [], async: false,
  generator: false, fields: [], members: [member], iterable: false, callable: true, constructed: true, ...own }] });
const probed = (uses) => JSON.stringify({ calls: 1, returned: 1, errors: {}, results: {}, parameters: [uses], construction: [],
  cases: [], others: [] });
const traced = (...functions) => JSON.stringify({ files: [], functions, exported: [], globals: [] });
const shown = (own) => JSON.stringify({ tests: ['', null], ...own });
Object.assign(answers, {
  'true exports': exported({}), 'half an export': exported({ path: undefined }), 'a wild length': exported({ length: 1e300 }),
  'true classes': described({}), 'half a class': described({ members: [{ name: 'm' }] }),
  'a place of texts': described({ site: ['index.js', '0'] }),
  'true probe': probed({ uses: { a: 1 } }), 'uses of text': probed({ uses: 'all' }), 'uses of nothing': probed({ element: null }),
  'true concolic': traced(7), 'wild functions': traced(-1), 'true shown': shown({}), 'half an outcome': shown({ news: [] }),
});

function u32(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
const record = (...bytes) => Buffer.concat([u32(bytes.length), Buffer.from(bytes)]);
const log = (...records) => Buffer.concat([u32(Buffer.concat(records).length), ...records]);

/** In place of the log of a test; the layout is in docs/architecture/agent.md. */
const logs = {
  'true log': () => log(record(1, 2, 0, 1, 0, 1, 0), record(128, 0, 0, 0, 0)),
  'log without values': () => log(record(1, 2, 0, 1, 0, 0)),
  'log of unknown events': () => log(record(99, 2, 0, 1, 0, 0)),
  'log of lost bytes': () => log(record(1, 2, 0, 1, 0, 2, 0)),
  'log longer than itself': () => Buffer.concat([u32(0xffffffff), record(1, 2, 0, 1, 0, 1, 0)]),
  'log with a long record': () => Buffer.concat([u32(20), u32(0x7fffffff), Buffer.alloc(16)]),
  'log of nested values': () => log(record(1, 2, 0, 1, 0, 1, ...Buffer.alloc(100000, 18))),
  'log of no value': () => log(record(1, 2, 0, 1, 0, 1, 29)),
  'log with a wild reference': () => log(record(1, 2, 0, 1, 0, 1, 19, 200, 200, 1)),
  'log of one-byte values': () => log(Buffer.concat([u32(4 + 6 + (1 << 22) - 5), Buffer.from([1, 2, 0, 1, 0, 0x80, 0x80, 0x80, 2]),
    Buffer.alloc((1 << 22) - 4)])),
  'log with a wild end': () => log(record(128, 77, 0, 0, 0)),
  // A BigInt, which would be written as it is.
  'log with a number of code': () => log(record(1, 2, 0, 1, 0, 1, 4, 9, ...Buffer.from('1n;code()'))),
  // The path of an object that the test left something on, which is the same.
  'log with a path of code': () => log(record(9, 2, 0, 1, 0, 3, 8, 2, 5, 13, ...Buffer.from('Object;code()'), 5, 1, 120, 31, 0, 1, 2, 1)),
};

addon.ready(greetings[target.entry] === undefined ? JSON.stringify(good) : greetings[target.entry]);
const job = addon.serve(scratch, false);
if (job.type !== 'run') addon.answer(answers[target.entry] || '{}');
else if (logs[target.entry] !== undefined) start.log.set(logs[target.entry]());
addon.exit(0);
