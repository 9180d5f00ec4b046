'use strict';
// unreachable: two types at once
function puzzle(x) {
  if (typeof x === 'string' && typeof x === 'number') throw new Error('found');
  return 0;
}
module.exports = puzzle;
