'use strict';
// found: a function that calls itself
function puzzle(x) {
  const down = (n) => (n <= 0 ? 0 : 1 + down(n - 1));
  if (down(x) === 4) throw new Error('found');
  return 0;
}
module.exports = puzzle;
