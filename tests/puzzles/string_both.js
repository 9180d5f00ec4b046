'use strict';
// unreachable: a string equals two constants
function puzzle(x) {
  if (x === 'a' && x === 'b') throw new Error('found');
  return 0;
}
module.exports = puzzle;
