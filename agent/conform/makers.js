// What cases are made of besides literals, as methods of the harness: functions that note their calls, attributes, getters,
// prototypes, things of other classes. ES5 only; takes what it needs of the language before anything is replaced.
function kingbirdMakers(K, global, current, note) {
  'use strict';
  var define = Object.defineProperty;
  var describe = Object.getOwnPropertyDescriptor;
  var ownNames = Object.getOwnPropertyNames;
  var setProto = Object.setPrototypeOf;
  var create = Object.create;
  var freeze = Object.freeze;
  var seal = Object.seal;
  var preventExtensions = Object.preventExtensions;
  var construct = typeof Reflect === 'object' && Reflect !== null ? Reflect.construct : undefined;
  function keyText(key) { return typeof key === 'symbol' ? 'a symbol' : key; }

  K.same = function (value) { return value; };
  // Whether functions show their source is left to the engine; from here on none does, so that nothing depends on it.
  K.mute = function () {
    Function.prototype.toString = function toString() { return 'function () { }'; };
  };
  // A function that gives the results one after the other, then undefined; made small it has neither label nor results. Call number `throws` throws.
  K.returns = function (label, results, throws) {
    var next = 0;
    var calls = 0;
    var state = current();
    return function () {
      K.enter(state, label === undefined ? 'f' : label, this, arguments);
      calls += 1;
      if (calls === throws) throw new Error('thrown');
      return results !== undefined && next < results.length ? results[next++] : undefined;
    };
  };
  K.property = function (object, key, value, attributes) {
    var property = { value: value, enumerable: false, configurable: false, writable: false };
    for (var i = 0; i < attributes.length; i++) {
      if (attributes[i] === 'e') property.enumerable = true;
      if (attributes[i] === 'c') property.configurable = true;
      if (attributes[i] === 'w') property.writable = true;
    }
    define(object, key, property);
    return object;
  };
  K.getter = function (object, key, value) {
    var state = current();
    define(object, key, { get: function () { note(state, 'get ' + keyText(key)); return value; },
      set: function (to) { note(state, 'set ' + keyText(key)); }, enumerable: true, configurable: true });
    return object;
  };
  K.thrower = function (object, key) {
    var state = current();
    define(object, key, { get: function () { note(state, 'get ' + keyText(key)); throw new RangeError('thrown by a getter'); }, enumerable: true, configurable: true });
    return object;
  };
  K.inherit = function (object, prototype) {
    if (setProto !== undefined) return setProto(object, prototype);
    var made = create(prototype);
    var keys = ownNames(object);
    for (var i = 0; i < keys.length; i++) define(made, keys[i], describe(object, keys[i]));
    return made;
  };
  K.freeze = function (object) { return freeze(object); };
  K.seal = function (object) { return seal(object); };
  K.close = function (object) { return preventExtensions(object); };
  // An array of that length with what the object has at its indices.
  K.sparse = function (length, object) {
    var array = [];
    var keys = ownNames(object);
    for (var i = 0; i < keys.length; i++) define(array, keys[i], describe(object, keys[i]));
    if (array.length !== length) array.length = length;
    return array;
  };
  K.make = function (name, values) {
    if (typeof global[name] !== 'function') throw new TypeError('not here');
    if (construct !== undefined) return construct(global[name], values);
    return values.length === 0 ? new global[name]() : new global[name](values[0]);
  };
  K.bigint = function (digits) { return BigInt(digits); };
  K.iterator = function (things) { return things[Symbol.iterator](); };
  // Something with an iterator that gives the items, and notes when it is closed.
  K.iterable = function (items) {
    var state = current();
    var object = {};
    object[Symbol.iterator] = function () {
      note(state, 'iterate');
      var at = 0;
      return {
        next: function () { note(state, 'next'); return at < items.length ? { done: false, value: items[at++] } : { done: true, value: undefined }; },
        'return': function () { note(state, 'close'); return {}; }
      };
    };
    return object;
  };
}
