'use strict';
// What scripts with declared inputs get when they run by themselves: their initial values. See index.d.ts.
class NotAnErrorException {
  constructor(message = 'assumed otherwise') {
    this.message = message;
  }
}

module.exports = {
  symbol: (name, initial) => initial,
  pureSymbol: () => undefined,
  assume(condition) {
    if (!condition) throw new NotAnErrorException();
  },
  assert(condition, message = 'assertion failed') {
    if (!condition) throw new Error(message);
  },
  fail(message = 'failed') {
    throw new Error(message);
  },
  NotAnErrorException,
};
