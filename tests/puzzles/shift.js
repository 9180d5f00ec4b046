'use strict';
// found: a shift to the right
function puzzle(x) {
  if (x >> 4 === 9) throw new Error('found');
  return 0;
}
module.exports = puzzle;
