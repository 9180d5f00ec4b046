'use strict';
// found: rounding down a fraction
function puzzle(x) {
  if (Math.floor(x / 10) === 12 && x % 10 === 3) throw new Error('found');
  return 0;
}
module.exports = puzzle;
