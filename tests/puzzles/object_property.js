'use strict';
// found: a property of an object
function puzzle(x) {
  if (x.kind === 'leaf' && x.size > 10) throw new Error('found');
  return 0;
}
module.exports = puzzle;
