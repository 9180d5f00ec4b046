'use strict';
// found: a loop that counts down
function puzzle(x) {
  let n = 0;
  while (x > 0 && n < 20) { x -= 3; n++; }
  if (n === 3) throw new Error('found');
  return 0;
}
module.exports = puzzle;
