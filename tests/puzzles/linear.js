'use strict';
// found: a linear equation
function puzzle(x) {
  if (3 * x + 7 === 52) throw new Error('found');
  return 0;
}
module.exports = puzzle;
