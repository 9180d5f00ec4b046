'use strict';
// found: a template literal
function puzzle(x) {
  if (`<${x}>` === '<42>') throw new Error('found');
  return 0;
}
module.exports = puzzle;
