'use strict';
// Counts its branches by hand, as a rewritten file would: 0 loaded, 1 to 3 the branches of classify.
const counters = __kingbird$('batch.js', 5);
let calls = 0;

module.exports = {
  classify(x) {
    if (x < 10) {
      counters[1]++;
      return 'small';
    }
    if (x === 777) {
      counters[2]++;
      throw new RangeError('lucky');
    }
    counters[3]++;
    return 'large';
  },
  unlucky() {
    throw new RangeError('lucky');
  },
  async rejects(x) {
    if (x === 50) throw new RangeError('late');
    return 1;
  },
  /** Does something new only because many tests share a process: gone when one runs by itself. */
  remembers() {
    if (++calls > 100) counters[4]++;
    return 1;
  },
  pollutes(x) {
    if (''.left) throw new Error('dirty');
    if (x === 500) String.prototype.left = 1;
    return 1;
  },
  leaves(x) {
    if (x === 50) process.exit(9);
    if (x === 60) counters[4]++;
    return 1;
  },
  hangs(x) {
    while (x === 50);
    if (x === 60) counters[4]++;
    return 1;
  },
};
