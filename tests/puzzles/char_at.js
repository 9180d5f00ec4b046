'use strict';
// found: a character at a place
function puzzle(x) {
  if (x.length > 2 && x.charAt(1) === 'q' && x[2] === 'z') throw new Error('found');
  return 0;
}
module.exports = puzzle;
