'use strict';
// found: truthiness of several values
function puzzle(x, y) {
  if (x && !y) throw new Error('found');
  return 0;
}
module.exports = puzzle;
