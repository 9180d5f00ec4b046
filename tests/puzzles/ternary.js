'use strict';
// found: a conditional expression
function puzzle(x) {
  const sign = x < 0 ? 'minus' : x === 77 ? 'lucky' : 'plus';
  if (sign === 'lucky') throw new Error('found');
  return 0;
}
module.exports = puzzle;
