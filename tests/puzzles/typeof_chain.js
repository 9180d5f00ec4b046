'use strict';
// found: one value of each of three types
function puzzle(x, y) {
  let n = 0;
  if (typeof x === 'number') n += 1;
  if (typeof y === 'boolean' && y) n += 2;
  if (n === 3) throw new Error('found');
  return 0;
}
module.exports = puzzle;
