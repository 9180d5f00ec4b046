'use strict';
// unreachable: a case behind the same case
function puzzle(x) {
  switch (x) {
    case 1: return 1;
    default:
      if (x === 1) throw new Error('found');
  }
  return 0;
}
module.exports = puzzle;
