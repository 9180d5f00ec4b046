'use strict';
// unreachable: greater and smaller (an object could be converted to two numbers)
function puzzle(x) {
  if (typeof x === 'number' && x > 10 && x < 5) throw new Error('found');
  return 0;
}
module.exports = puzzle;
