'use strict';
// unreachable: null is no object with properties
function puzzle(x) {
  if (x === null && x.y === 1) throw new Error('found');
  return 0;
}
module.exports = puzzle;
