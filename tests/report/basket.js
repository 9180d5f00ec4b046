'use strict';

// A target with a bit of everything the report shows: branches, a callback, a throw, code nothing reaches, <markup> & "quotes".
exports.sum = function sum(list) {
  if (!Array.isArray(list)) throw new TypeError('list must be an array, not <' + typeof list + '>');
  let total = 0;
  for (const item of list) total += item;
  return total;
};

exports.later = function later(value, callback) {
  setTimeout(() => callback(null, value), 10);
};

exports.never = function never(key) {
  if (typeof key === 'string' && key !== key) {
    return 'reached & "quoted"';
  }
  return null;
};
