'use strict';
// found: arguments handed on
function puzzle(x, y) {
  const f = (a, b) => a * 10 + b;
  if (f(x, y) === 57 && y === 7) throw new Error('found');
  return 0;
}
module.exports = puzzle;
