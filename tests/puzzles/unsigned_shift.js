'use strict';
// found: an unsigned shift of a negative number
function puzzle(x) {
  if (x < 0 && x >>> 28 === 15) throw new Error('found');
  return 0;
}
module.exports = puzzle;
