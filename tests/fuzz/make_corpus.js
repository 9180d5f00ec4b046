'use strict';
// Writes corpus/log anew: what the agent itself writes about a few values. node tests/fuzz/make_corpus.js
const fs = require('node:fs');
const path = require('node:path');
const { EventLog } = require('../../agent/event_log.js');
const { Kind, End } = require('../../agent/wire_kinds.js');

const folder = path.join(__dirname, 'corpus', 'log');
fs.mkdirSync(folder, { recursive: true });

function write(name, fill) {
  const memory = new Uint8Array(new SharedArrayBuffer(1 << 16));
  const log = new EventLog(memory, () => {});
  log.clear();
  fill(log);
  const size = new DataView(memory.buffer).getUint32(0, true);
  // Without the number of bytes, which the target of the fuzzer puts there.
  fs.writeFileSync(path.join(folder, name), Buffer.from(memory.buffer, 4, size));
}

write('numbers.bin', (log) => {
  log.event(Kind.call, 1, 0, false, [], 0);
  log.event(Kind.return, 1, 0, false, [42, -1, 0.5, NaN, 10n, true, null, undefined], 0);
  log.end(End.finished, 0, '', undefined);
});
write('objects.bin', (log) => {
  const cycle = { list: [1, , 3], text: 'text', when: new Date(0), pattern: /a+/g, map: new Map([[1, { a: 2 }]]), set: new Set(['x']) };
  cycle.self = cycle;
  log.event(Kind.return, 2, 0, false, [cycle, Buffer.from('bytes'), new Uint8Array(3), Symbol('s'), Symbol.iterator], 2);
  log.event(Kind.invoke, 3, 1, false, [() => 1, class A { m() {} }, Promise.resolve(1)], 3);
  log.end(End.finished, 0, '', undefined);
});
write('errors.bin', (log) => {
  log.event(Kind.throw, 1, 0, true, [Object.assign(new TypeError('message'), { code: 'E' })], 0);
  log.event(Kind.reject, 1, 0, false, [new RangeError('r')], 0);
  log.event(Kind.pollute, 1, 0, false, [['Object', 'prototype', 'x'], 1, undefined], 0);
  log.end(End.uncaughtException, 7, 'detail', new Error('last'));
});
