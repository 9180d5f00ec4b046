'use strict';
// Each function opens to one argument in a great many: chance does not find it, its conditions say what it is.

exports.sum = (a, b) => {
  if (typeof a === 'number' && typeof b === 'number' && a * 3 + b === 10007 && a - b === 1233) return 'open';
  return 'closed';
};

exports.word = (text) => {
  if (typeof text === 'string' && text.length === 6 && text.charCodeAt(0) + text.charCodeAt(5) === 231 && text[2] === '#') return 'open';
  return 'closed';
};

exports.options = (options) => {
  if (options && options.depth > 41 && options.depth < 43 && options.mode === options.depth + 'x') return 'open';
  return 'closed';
};

class Dial {
  constructor(start) {
    this.at = start;
  }

  turn(by) {
    this.at += by;
    return this.at === 8.25 * 1000 && by > 5000 ? 'open' : 'closed';
  }
}
exports.Dial = Dial;
