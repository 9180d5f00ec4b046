'use strict';
// found: a number that equals a constant
function puzzle(x) {
  if (x === 4711) throw new Error('found');
  return 0;
}
module.exports = puzzle;
