'use strict';
// Uses once in the zygote what most tests use of Node's library, which Node compiles on first use, so that no child has to.
// Runs before the target is loaded and leaves nothing behind. The agent's own code is warmed by warm_agent.js.

const fs = require('fs');
const path = require('path');
const events = require('events');
const util = require('util');

/** The usual file operations in all three styles, in the scratch folder. */
async function files(folder) {
  const file = path.join(folder, 'kingbird-warm-up');
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
  util.inspect([{ a: new Map([[1, new Set(['x'])]]) }, new TypeError('x'), () => {}]);
  util.promisify((callback) => callback())();
  util.format('%s', 'x', { a: 1 }, new Error('x'));
  // Nothing to read: where the target does not load, what was printed is shown.
  console.log('');
  console.error('');
  await new Promise((resolve) => process.nextTick(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  const interval = setInterval(() => {}, 1);
  await new Promise((resolve) => setTimeout(resolve, 1));
  clearInterval(interval);
  await Promise.allSettled([Promise.reject(new Error('x')), Promise.resolve(1)]);
}

/** @param {string} folder where files may be made; never throws */
async function warmLibrary(folder) {
  for (const part of [() => files(folder), library]) {
    try {
      await part();
    } catch {
      // Only speed depends on it.
    }
  }
}

module.exports = { warmLibrary };
