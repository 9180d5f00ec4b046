'use strict';
// What is known beside objects (runtime.js). The next program in this process begins without it.
const P = require('../primordials.js');

class Tables {
  constructor() {
    this.forget();
  }

  forget() {
    this.map = new P.SafeWeakMap();
  }

  get(object) {
    return this.map.get(object);
  }

  has(object) {
    return this.map.has(object);
  }

  set(object, table) {
    this.map.set(object, table);
  }
}

module.exports = { Tables };
