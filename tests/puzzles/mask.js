'use strict';
// found: bits under a mask
function puzzle(x) {
  if ((x & 255) === 171) throw new Error('found');
  return 0;
}
module.exports = puzzle;
