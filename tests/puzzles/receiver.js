'use strict';
// found: a property of this
function puzzle(x) {
  if (this.level === 3) throw new Error('found');
  return 0;
}
module.exports = puzzle;
