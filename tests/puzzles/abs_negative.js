'use strict';
// unreachable: an absolute value is never negative
function puzzle(x) {
  if (Math.abs(x) < 0) throw new Error('found');
  return 0;
}
module.exports = puzzle;
