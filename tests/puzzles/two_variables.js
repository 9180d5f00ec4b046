'use strict';
// found: two equations with two unknowns
function puzzle(x, y) {
  if (x + y === 100 && x - y === 42) throw new Error('found');
  return 0;
}
module.exports = puzzle;
