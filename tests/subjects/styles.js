'use strict';
// Classes in every style that class analysis must read: methods in the constructor, on the prototype, under an alias and from a
// factory, accessors, static members, inheritance, private members, generators, a namespace.

function Counter(start) {
  var self = this;
  this.value = start * 1;
  this.increment = function (by) {
    self.value += by * 1;
    return self.value;
  };
}

function reset() {
  this.value = 0;
  return this;
}
Counter.prototype.reset = reset;
Counter.prototype.clear = reset;

function comparer(sign) {
  return function (other) {
    return sign * (this.value - other.value);
  };
}
Counter.prototype.compare = comparer(1);

class Shape {
  static count = 0;
  #name;

  constructor(name) {
    this.#name = name.trim();
    Shape.count++;
  }

  static parse(text) {
    return new Shape(text.split(':')[0]);
  }

  get name() {
    return this.#name;
  }

  set name(value) {
    if (typeof value !== 'string') {
      throw new TypeError('a name is a string');
    }
    this.#name = value;
  }

  describe(options = {}) {
    return options.upper ? this.#name.toUpperCase() : this.#name;
  }
}

class Polygon extends Shape {
  points = [];

  add(x, y) {
    this.points.push({ x: x - 0, y: y - 0 });
    return this;
  }

  each(visit) {
    for (const { x, y } of this.points) {
      visit(x, y);
    }
  }

  *[Symbol.iterator]() {
    yield* this.points;
  }

  async settle(promise) {
    const value = await promise;
    return value || this.points.length;
  }
}

class Registry {
  constructor(entries, separator) {
    this.entries = new Map(entries);
    this.separator = separator || '.';
  }

  lookup(path, fallback) {
    if (Array.isArray(path)) {
      return path.map((part) => this.entries.get(part));
    }
    const parts = path.split(this.separator);
    return this.entries.has(parts[0]) ? this.entries.get(parts[0]) : fallback;
  }

  since(date) {
    return Math.floor((Date.now() - date.getTime()) / 1000);
  }

  matching(pattern) {
    return [...this.entries.keys()].filter((key) => pattern.test(key));
  }

  on(event, listener) {
    if (typeof listener !== 'function') {
      throw new TypeError('listener must be a function');
    }
    return listener(event, this.entries.size);
  }
}

module.exports = { Counter, ds: { shapes: { Shape, Polygon } }, Registry };
