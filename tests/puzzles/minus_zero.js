'use strict';
// found: minus zero
function puzzle(x) {
  if (x === 0 && 1 / x === -Infinity) throw new Error('found');
  return 0;
}
module.exports = puzzle;
