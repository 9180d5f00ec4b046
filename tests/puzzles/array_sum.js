'use strict';
// found: elements of an array in a loop
function puzzle(x) {
  let s = 0;
  for (const v of x) s += v;
  if (s === 30 && x.length === 2) throw new Error('found');
  return 0;
}
module.exports = puzzle;
