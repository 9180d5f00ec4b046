'use strict';
// One function for every way in which a test can end.
const fs = require('fs');

module.exports = {
  fine() {
    return `fine ${JSON.stringify({ a: [1] })}`;
  },
  throws() {
    throw new TypeError('on purpose');
  },
  uncaught() {
    setTimeout(() => {
      throw new RangeError('nobody catches this');
    }, 10);
  },
  rejects() {
    Promise.reject(new Error('nobody handles this'));
  },
  busy() {
    for (;;);
  },
  busyLater() {
    setTimeout(() => {
      for (;;);
    }, 1);
  },
  pending() {
    require('net').createServer().listen(0);
  },
  microtasks() {
    const again = () => Promise.resolve().then(again);
    again();
  },
  microtasksThatCollect() {
    // Full collections of a big heap, one after the other.
    require('v8').setFlagsFromString('--expose-gc');
    const gc = require('vm').runInNewContext('gc');
    const kept = [];
    for (let i = 0; i < 2e6; i++) kept.push({ i });
    const again = () => {
      gc();
      Promise.resolve(kept).then(again);
    };
    again();
  },
  ticks() {
    const again = () => process.nextTick(again);
    again();
  },
  immediates() {
    const again = () => setImmediate(again);
    again();
  },
  exits() {
    process.exit(7);
  },
  aborts() {
    process.abort();
  },
  killsItself() {
    process.kill(process.pid, 'SIGKILL');
  },
  killsZygote() {
    process.kill(process.ppid, 'SIGKILL');
  },
  heap() {
    const kept = [];
    for (;;) kept.push(new Array(10000).fill(kept.length + 0.5));
  },
  churns() {
    // Dozens of full collections.
    let kept = [];
    for (let i = 0; i < 400; i++) {
      kept.push(Buffer.alloc(4 << 20), new Array(50000).fill(i));
      if (kept.length > 20) kept = [];
    }
    return 'churned';
  },
  buffers() {
    const kept = [];
    for (;;) kept.push(Buffer.alloc(32 << 20, 1));
  },
  prints() {
    for (;;) process.stdout.write('endless output '.repeat(1000));
  },
  printsMuch() {
    process.stdout.write('x'.repeat(3 << 20));
  },
  printsThenAborts() {
    console.log('out before');
    console.error('err before');
    process.abort();
  },
  logs() {
    fs.writeSync(1, 'direct ');
    console.log('hello');
    console.error('problem');
  },
};
