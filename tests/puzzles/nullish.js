'use strict';
// found: the nullish operator
function puzzle(x) {
  const v = x ?? 12;
  if (v === 12 && x === null) throw new Error('found');
  return 0;
}
module.exports = puzzle;
