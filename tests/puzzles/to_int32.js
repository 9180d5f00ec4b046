'use strict';
// found: a number cut to 32 bits
function puzzle(x) {
  if ((x | 0) === -7) throw new Error('found');
  return 0;
}
module.exports = puzzle;
