'use strict';
// found: absolute values, minimum and maximum
function puzzle(x, y) {
  if (Math.abs(x) === 33 && x < 0 && Math.min(x, y) === -40 && Math.max(x, y) === -33) throw new Error('found');
  return 0;
}
module.exports = puzzle;
