'use strict';
// found: a property that is added to
function puzzle(x) {
  const o = { n: x };
  o.n += 5;
  o.n++;
  if (o.n === 20) throw new Error('found');
  return 0;
}
module.exports = puzzle;
