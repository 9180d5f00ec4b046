'use strict';
// found: a value that a closure keeps
function puzzle(x) {
  const add = (n) => (m) => n + m;
  if (add(x)(5) === 12) throw new Error('found');
  return 0;
}
module.exports = puzzle;
