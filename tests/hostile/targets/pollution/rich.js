'use strict';
// Something of everything that the agent tells of. It leans on nothing that pollute.js takes away.

class Shape {
  constructor(name) {
    this.name = name;
    this.sides = 0;
  }

  get area() {
    return 0;
  }

  set area(value) {
    throw new TypeError('the area is what it is');
  }

  grow(by, ...more) {
    this.sides += by;
    return this;
  }

  static of(name = 'none', { deep } = {}) {
    return new Shape(name);
  }
}

class Square extends Shape {
  constructor(name, size) {
    super(name);
    this.size = size;
  }

  scale(factor) {
    this.size *= factor;
    return this.size;
  }
}

function Old(first) {
  this.first = first;
}
Old.prototype.greet = function (whom) { return `${this.first} ${whom}`; };

const known = new Set([1, 'one']);
const map = new Map([['one', known]]);

function classify(n) {
  if (typeof n !== 'number') throw new TypeError(`"${n}" is no number of ${17}`);
  return n > 10 ? { kind: 'large', list: [n, [n]], set: known, map, error: new RangeError('large') } : n === 7 ? [7, , 7] : 'small';
}

const each = (text, callback) => [callback(null, text), callback(text)];
const later = (value) => { const promise = new Promise((resolve) => { resolve(value); }); return promise; };

module.exports = {
  Shape, Square, Old, classify, each, later,
  calm() {}, pollute: require('./pollute.js'),
  names: { deep: { alias: classify }, list: [1, 'two', { three: 3 }], pattern: /a+"\\/gi, text: 'lone \ud800 and "quoted"' },
};
