'use strict';
// The clock is installed once per process, so these tests share it and run in order.
const test = require('node:test');
const assert = require('node:assert');
const real = { setImmediate, setTimeout };
const crypto = require('node:crypto');
const util = require('node:util');
const clock = require('./clock.js');

let loaded = 0;
clock.install();
const early = setInterval(() => loaded++, 1000);
let turns = 0;
let endless = 0;
const hooks = { onTurn: () => turns++, onEndless: () => endless++ };
const activate = (seed, virtual = true) => clock.activate({ virtual, seed, ...hooks });
const timers = activate(7);
const begun = Date.now();

/** Lets microtasks and immediates run, then fires timers until none is left. */
async function drain() {
  let result = 'fired';
  while (result === 'fired') {
    await new Promise((resolve) => real.setImmediate(resolve));
    result = timers.fireNext();
  }
  return result;
}

test('timers set while the target loaded keep nothing alive but fire', async () => {
  assert.strictEqual(early.hasRef(), false);
  assert.strictEqual(timers.fireNext(), 'none');
  setTimeout(() => {}, 1e7);
  assert.strictEqual(timers.fireNext(), 'fired');
  assert.strictEqual(loaded, 1);
  clearInterval(early);
  assert.strictEqual(await drain(), 'none');
});

test('dates start at the epoch of the virtual clock and follow the timers', async () => {
  const begin = Date.now();
  assert.ok(Math.abs(begun - Date.UTC(2024, 0, 15, 12)) < 100);
  let at;
  setTimeout(() => { at = new Date().getTime(); }, 86400000);
  assert.strictEqual(await drain(), 'none');
  assert.ok(at - begin >= 86400000 && at - begin < 86400100);
});

test('Date is still Date', () => {
  class Sub extends Date {}
  assert.ok(new Date() instanceof Date && new Sub() instanceof Sub && new Sub() instanceof Date);
  assert.strictEqual(new Date(5).constructor, Date);
  assert.strictEqual(new Date(2020, 1).getFullYear(), 2020);
  assert.strictEqual(typeof Date(), 'string');
  assert.deepStrictEqual([Date.name, Date.length, Date.UTC(1970, 0), Date.parse('1970-01-01')], ['Date', 7, 0, 0]);
});

test('a loop that waits for the clock ends', () => {
  const until = Date.now() + 20;
  while (Date.now() < until);
  const [seconds, nanoseconds] = process.hrtime(process.hrtime());
  assert.ok(seconds === 0 && nanoseconds > 0);
  assert.ok(process.hrtime.bigint() < process.hrtime.bigint());
  assert.ok(performance.now() < performance.now());
});

test('timers fire in the order of their times, unref\'d ones only while another waits', async () => {
  const seen = [];
  setTimeout(() => seen.push('c'), 30);
  setTimeout((a, b) => seen.push(a + b), 10, 'a', 1);
  setTimeout(() => seen.push('b'), 10);
  setTimeout(() => seen.push('background'), 20).unref();
  setTimeout(() => seen.push('never'), 1e6).unref();
  clearTimeout(setTimeout(() => seen.push('cleared'), 5));
  clearTimeout(+setTimeout(() => seen.push('cleared by number'), 5));
  let count = 0;
  const interval = setInterval(function () {
    if (++count === 3) clearInterval(this);
  }, 9);
  assert.strictEqual(interval.hasRef(), true);
  await drain();
  assert.deepStrictEqual(seen, ['a1', 'b', 'background', 'c']);
  assert.strictEqual(count, 3);
  assert.throws(() => setTimeout('text'), { code: 'ERR_INVALID_ARG_TYPE' });
});

test('promise forms', async () => {
  const promises = require('node:timers/promises');
  const seen = [];
  util.promisify(setTimeout)(50, 'promisified').then((v) => seen.push(v));
  promises.setTimeout(60, 'promise').then((v) => seen.push(v));
  promises.setImmediate('soon').then((v) => seen.push(v));
  promises.scheduler?.wait(70).then(() => seen.push('waited'));
  const controller = new AbortController();
  promises.setTimeout(1e9, 0, { signal: controller.signal }).catch((error) => seen.push(error.code));
  setTimeout(() => controller.abort(), 80);
  (async () => {
    for await (const value of promises.setInterval(100, 'tick')) if (seen.push(value) > 6) break;
  })();
  await drain();
  await new Promise((resolve) => real.setTimeout(resolve, 5));
  assert.deepStrictEqual(seen.slice(0, 5), ['soon', 'promisified', 'promise', 'waited', 'ABORT_ERR']);
  assert.deepStrictEqual(seen.slice(5), ['tick', 'tick']);
});

test('the same seed gives the same randomness', async () => {
  const draw = () => [
    Math.random(), crypto.randomUUID(), crypto.randomBytes(4).toString('hex'), crypto.randomInt(1000),
    crypto.randomInt(5, 9),
    crypto.getRandomValues(new Uint16Array(2)).join(), globalThis.crypto?.randomUUID(),
    crypto.randomFillSync(Buffer.alloc(6), 2).toString('hex'),
  ];
  activate(3);
  const first = draw();
  activate(3);
  assert.deepStrictEqual(draw(), first);
  activate(4);
  assert.notDeepStrictEqual(draw(), first);
  assert.match(first[1], /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.ok(first[4] >= 5 && first[4] < 9);
  assert.strictEqual(first[7].slice(0, 4), '0000');
  assert.throws(() => crypto.randomBytes(-1), { code: 'ERR_OUT_OF_RANGE' });
  activate(3);
  for (let i = 0; i < 2; i++) Math.random();
  const bytes = await new Promise((resolve, reject) => {
    crypto.randomBytes(4, (error, result) => (error ? reject(error) : resolve(result)));
  });
  assert.strictEqual(bytes.length, 4);
});

test('Math.random is uniform', () => {
  const buckets = new Array(10).fill(0);
  for (let i = 0; i < 20000; i++) buckets[Math.floor(Math.random() * 10)]++;
  for (const count of buckets) assert.ok(count > 1800 && count < 2200, `${buckets}`);
});

test('what never ends is told', async () => {
  const interval = setInterval(() => {}, 1);
  assert.strictEqual(await drain(), 'endless');
  clearInterval(interval);
});

test('replacements look like the originals', () => {
  assert.deepStrictEqual([setTimeout.name, clearInterval.name, Math.random.name, process.hrtime.name, Date.now.name,
  performance.now.name],
    ['setTimeout', 'clearInterval', 'random', 'hrtime', 'now', 'now']);
  assert.strictEqual(require('node:timers').setTimeout, setTimeout);
  const handle = setTimeout(() => {}, 1);
  assert.strictEqual(handle.constructor.name, 'Timeout');
  assert.deepStrictEqual(Object.keys(handle), []);
  handle.close();
});

test('real time when asked for', async () => {
  const before = Date.now();
  activate(1, false);
  assert.ok(Date.now() - before > 86400000);
  assert.notStrictEqual(crypto.randomUUID(), crypto.randomUUID());
});

test('Date stands still where a suite stops it', () => {
  let reads = 0;
  for (const virtual of [true, false]) {
    clock.activate({ virtual, still: true, seed: 1, ...hooks, onDate: () => { reads++; } });
    const begin = Date.now();
    for (let i = 0; i < 5000; i++) Date.now();
    assert.strictEqual(Date.now(), begin);
    assert.strictEqual(begin, Date.UTC(2024, 0, 15, 12));
    assert.strictEqual(new Date().getTime(), begin);
    assert.strictEqual(new Date(5).getTime(), 5);
  }
  assert.strictEqual(reads, 2, 'the first reading is told');
});
