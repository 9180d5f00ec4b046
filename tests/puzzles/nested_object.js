'use strict';
// found: properties of properties
function puzzle(x) {
  if (x.a.b.c === 8) throw new Error('found');
  return 0;
}
module.exports = puzzle;
