'use strict';
// found: sign and rounding
function puzzle(x) {
  if (Math.sign(x) === -1 && Math.round(x) === -2) throw new Error('found');
  return 0;
}
module.exports = puzzle;
