'use strict';
// found: the code of a character
function puzzle(x) {
  if (x.charCodeAt(0) === 64 && x.charCodeAt(1) === 35) throw new Error('found');
  return 0;
}
module.exports = puzzle;
