'use strict';
// found: what a function that was passed in returns
function puzzle(x) {
  if (x(1) === 99) throw new Error('found');
  return 0;
}
module.exports = puzzle;
