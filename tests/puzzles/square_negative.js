'use strict';
// unreachable: a square is never negative
function puzzle(x) {
  if (typeof x === 'number' && x * x < 0) throw new Error('found');
  return 0;
}
module.exports = puzzle;
