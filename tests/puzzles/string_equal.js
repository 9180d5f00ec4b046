'use strict';
// found: a string that equals a constant
function puzzle(x) {
  if (x === 'open sesame') throw new Error('found');
  return 0;
}
module.exports = puzzle;
