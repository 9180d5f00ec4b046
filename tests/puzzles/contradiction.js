'use strict';
// unreachable: greater and smaller
function puzzle(x) {
  if (x > 10 && x < 5) throw new Error('found');
  return 0;
}
module.exports = puzzle;
