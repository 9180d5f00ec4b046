'use strict';
// found: exclusive or with a constant
function puzzle(x) {
  if ((x ^ 90) === 15) throw new Error('found');
  return 0;
}
module.exports = puzzle;
