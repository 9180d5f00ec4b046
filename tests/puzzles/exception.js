'use strict';
// found: an exception as control flow
function puzzle(x) {
  try {
    if (x > 41) throw x;
  } catch (e) {
    if (x === 43) throw new Error('found');
  }
  return 0;
}
module.exports = puzzle;
