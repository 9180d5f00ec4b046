'use strict';
// found: a default that is not used
function puzzle(x) {
  const { limit = 10 } = x;
  if (limit === 11) throw new Error('found');
  return 0;
}
module.exports = puzzle;
