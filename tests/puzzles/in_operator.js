'use strict';
// found: a property that is there
function puzzle(x) {
  if ('deep' in x && x.deep === 1) throw new Error('found');
  return 0;
}
module.exports = puzzle;
