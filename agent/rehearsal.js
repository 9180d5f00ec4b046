'use strict';
// Does once in the zygote what most tests do, so that no child has to compile it again: Node compiles most of its own library
// on first use, and so do we ours. Runs before the target is loaded and leaves nothing behind.

const fs = require('fs');
const path = require('path');
const events = require('events');
const util = require('util');
const { EventLog, Kind } = require('./event_log.js');
const { program } = require('./program.js');

const kValues = [undefined, null, true, 1, 1n, 'text', Symbol('s'), () => {}, class {}, [1, , 2], { a: { b: 1 } }, new Map([[1, 2]]),
  new Set([1]), new Date(0), /x/g, new TypeError('e'), Buffer.from('x'), new Uint8Array(2), Promise.resolve(1), new Proxy({}, {}),
  { get a() { throw new Error('getter'); } }, new (class Point { constructor() { this.x = 1; } })()];

/** Our own code: a log that nobody reads, a test that nobody runs. */
function agent() {
  const log = new EventLog(new Uint8Array(1 << 16), () => {});
  for (const value of kValues) log.event(Kind.return, 1, -1, false, [value, undefined, value], 1);
  const call = { id: 1, do: 'call', path: ['a'], with: [{ a: 'literal', v: { k: 'number', n: 1 } }] };
  program({ root: { id: 0, body: [call] }, next: 2 });
}

/** The usual file operations in all three styles, in the scratch folder. */
async function files(folder) {
  const file = path.join(folder, 'rehearsal');
  fs.writeFileSync(file, '{}');
  fs.readFileSync(file, 'utf8');
  fs.statSync(file);
  fs.readdirSync(folder);
  for (const [name, ...rest] of [['readFile', 'utf8'], ['stat'], ['lstat'], ['access'], ['writeFile', 'x'], ['appendFile', 'x']]) {
    await new Promise((resolve) => fs[name](file, ...rest, resolve));
    await fs.promises[name](file, ...rest);
  }
  await new Promise((resolve) => fs.readdir(folder, resolve));
  await new Promise((resolve) => fs.createReadStream(file).on('data', () => {}).on('close', resolve));
  await new Promise((resolve) => fs.unlink(file, resolve));
}

async function library() {
  const emitter = new events.EventEmitter();
  emitter.once('x', () => {});
  emitter.emit('x', 1);
  util.inspect(kValues);
  util.promisify((callback) => callback())();
  console.log('%s', 'x', { a: 1 });
  console.error(new Error('x'));
  await new Promise((resolve) => process.nextTick(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  const interval = setInterval(() => {}, 1);
  await new Promise((resolve) => setTimeout(resolve, 1));
  clearInterval(interval);
  await Promise.allSettled([Promise.reject(new Error('x')), Promise.resolve(1)]);
}

/** @param {string} folder where files may be made; never throws */
async function rehearse(folder) {
  for (const part of [agent, () => files(folder), library]) {
    try {
      await part();
    } catch (error) {
      // Only speed depends on it.
      if (process.env.KINGBIRD_DEBUG) console.error(error);
    }
  }
}

module.exports = { rehearse };
