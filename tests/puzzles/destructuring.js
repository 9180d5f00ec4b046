'use strict';
// found: values taken apart
function puzzle(x, y) {
  const { a, b } = { a: x, b: y };
  const [c] = [b];
  if (a === 2 && c === 3) throw new Error('found');
  return 0;
}
module.exports = puzzle;
