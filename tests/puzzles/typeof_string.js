'use strict';
// found: a type test
function puzzle(x) {
  if (typeof x === 'string' && x.length === 3) throw new Error('found');
  return 0;
}
module.exports = puzzle;
