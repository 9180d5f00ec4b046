'use strict';
// For drivers of engines that are written in JavaScript: when the engine was rewritten to count, tells what has been covered since the
// last time, and which of its file's functions a function is. Lines: @hits TAB numbers, @where TAB number of the function.
const fs = require('node:fs');

let counters;
let told;
globalThis.__kingbird$ = (key, size) => {
  counters = new Uint32Array(size);
  told = new Uint8Array(size);
  return counters;
};

function tellHits() {
  if (counters === undefined) return;
  const fresh = [];
  for (let i = 0; i < counters.length; i++) {
    if (counters[i] === 0 || told[i] !== 0) continue;
    told[i] = 1;
    fresh.push(i);
  }
  if (fresh.length > 0) fs.writeSync(1, `@hits\t${fresh.join(',')}\n`);
}

/** The rewritten text and, for each of its functions, where it begins and ends. */
let functions;
let last;

function readFunctions() {
  const { file, places } = JSON.parse(fs.readFileSync(process.env.KINGBIRD_COUNTED, 'utf8'));
  functions = { text: fs.readFileSync(file, 'utf8'), places };
}

/** A function is known by having exactly the text that lies at its place, as in agent/function_source.js. */
function numberOf(f) {
  const own = Function.prototype.toString.call(f);
  return functions.places.findIndex(([begin, end]) => end - begin === own.length && functions.text.startsWith(own, begin));
}

function tellWhere(f) {
  if (counters === undefined || f === undefined || f === last) return;
  last = f;
  if (functions === undefined) readFunctions();
  const number = numberOf(f);
  if (number >= 0) fs.writeSync(1, `@where\t${number}\n`);
}

module.exports = { tellHits, tellWhere };
