'use strict';
// found: a string that is read as a number
function puzzle(x) {
  if (typeof x === 'string' && Number(x) === 17) throw new Error('found');
  return 0;
}
module.exports = puzzle;
