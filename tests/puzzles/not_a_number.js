'use strict';
// found: a value that is no number
function puzzle(x) {
  if (x !== x) throw new Error('found');
  return 0;
}
module.exports = puzzle;
