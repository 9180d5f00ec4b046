'use strict';
// found: increments of several kinds
function puzzle(x) {
  let n = x;
  n++;
  ++n;
  n += 2;
  n--;
  if (n === 50) throw new Error('found');
  return 0;
}
module.exports = puzzle;
