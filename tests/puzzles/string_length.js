'use strict';
// found: a string of a certain length
function puzzle(x) {
  if (typeof x === 'string' && x.length === 7) throw new Error('found');
  return 0;
}
module.exports = puzzle;
