'use strict';
// For drivers of engines that are written in JavaScript: when the engine was rewritten to count, tells what has been covered since the
// last time, and where the text of a function begins in its file. Lines: @hits TAB numbers, @where TAB offset.
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

let file;
let last;
function tellWhere(f) {
  if (counters === undefined || f === undefined || f === last) return;
  last = f;
  if (file === undefined) file = fs.readFileSync(process.env.KINGBIRD_COUNTED, 'utf8');
  const at = file.indexOf(Function.prototype.toString.call(f));
  if (at >= 0) fs.writeSync(1, `@where\t${at}\n`);
}

module.exports = { tellHits, tellWhere };
