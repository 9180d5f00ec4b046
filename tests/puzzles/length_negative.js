'use strict';
// unreachable: a length is never negative
function puzzle(x) {
  if (typeof x === 'string' && x.length < 0) throw new Error('found');
  return 0;
}
module.exports = puzzle;
