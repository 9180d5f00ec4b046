'use strict';
// found: an array of a certain length
function puzzle(x) {
  if (x.length === 3 && x[1] === 5) throw new Error('found');
  return 0;
}
module.exports = puzzle;
