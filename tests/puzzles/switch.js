'use strict';
// found: a case of a switch
function puzzle(x) {
  switch (x) {
    case 'red': return 1;
    case 'green': return 2;
    case 'blue': throw new Error('found');
    default: return 0;
  }
  return 0;
}
module.exports = puzzle;
