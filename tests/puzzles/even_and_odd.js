'use strict';
// unreachable: two remainders at once
function puzzle(x) {
  if (typeof x === 'number' && x % 2 === 0 && x % 4 === 1) throw new Error('found');
  return 0;
}
module.exports = puzzle;
