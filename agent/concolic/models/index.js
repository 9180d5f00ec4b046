'use strict';
// All models; docs/models.md lists what each says exactly and what roughly.
const P = require('../../primordials.js');
const { models } = require('../runtime.js');
const { natives, replace } = require('./support.js');
require('./strings.js');
require('./functions.js');
require('./numbers.js');
require('./regexps.js');
require('./arrays.js');
require('./array_callbacks.js');
require('./objects.js');
require('./collections.js');
require('./json.js');
require('./generators.js');
require('./promises.js');

/** What stands for a native function looks like it. */
const print = Function.prototype.toString;
const { toString } = {
  toString() {
    const native = typeof this === 'function' ? natives.get(this) : undefined;
    return P.apply(print, native === undefined ? this : native, []);
  },
};
natives.set(toString, print);
P.defineProperty(Function.prototype, 'toString', { __proto__: null, value: toString, writable: true, enumerable: false, configurable: true });

module.exports = { models, replace };
