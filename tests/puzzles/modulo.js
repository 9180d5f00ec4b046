'use strict';
// found: the remainder of a division
function puzzle(x) {
  if (x % 97 === 13 && x > 1000) throw new Error('found');
  return 0;
}
module.exports = puzzle;
