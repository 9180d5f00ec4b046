'use strict';
// found: a string made of two
function puzzle(x, y) {
  if (x + y === 'ab' && x === 'a') throw new Error('found');
  return 0;
}
module.exports = puzzle;
