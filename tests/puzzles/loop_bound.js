'use strict';
// found: a loop whose bound is the input
function puzzle(x) {
  let s = 0;
  for (let i = 0; i < x; i++) s += i;
  if (s === 10) throw new Error('found');
  return 0;
}
module.exports = puzzle;
