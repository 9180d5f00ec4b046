'use strict';
// Three sides and what kind of triangle they make.

class Triangle {
  #sides;

  constructor(a, b, c) {
    this.#sides = [a, b, c];
  }

  getType() {
    const [a, b, c] = this.#sides;
    if (a <= 0 || b <= 0 || c <= 0) {
      return 'impossible';
    }
    let type = 'scalene';
    if (a === b) {
      type = 'isosceles';
      if (b === c) {
        type = 'equilateral';
      }
    } else if (b === c) {
      type = 'isosceles';
    } else if (a === c) {
      type = 'isosceles';
    }
    if (a + b <= c) {
      return 'impossible';
    }
    if (b + c <= a) {
      return 'impossible';
    }
    if (a + c <= b) {
      return 'impossible';
    }
    return type;
  }
}

module.exports = Triangle;
