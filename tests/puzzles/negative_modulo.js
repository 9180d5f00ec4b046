'use strict';
// found: a negative remainder
function puzzle(x) {
  if (x % 5 === -3) throw new Error('found');
  return 0;
}
module.exports = puzzle;
