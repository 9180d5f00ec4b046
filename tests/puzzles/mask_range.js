'use strict';
// unreachable: more than a mask lets through
function puzzle(x) {
  if ((x & 15) > 15) throw new Error('found');
  return 0;
}
module.exports = puzzle;
