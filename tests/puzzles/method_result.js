'use strict';
// found: what a method of an input returns
function puzzle(x) {
  if (x.next().done === true) throw new Error('found');
  return 0;
}
module.exports = puzzle;
