'use strict';
// found: null is told from undefined
function puzzle(x) {
  if (x == null && x !== undefined) throw new Error('found');
  return 0;
}
module.exports = puzzle;
