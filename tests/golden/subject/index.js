'use strict';
// What the golden tests are about: a function that answers at once, one that calls back, one that promises, one that touches
// files, and a class.
const fs = require('fs');

/** @param {number} value @param {number} low @param {number} high */
exports.clamp = function clamp(value, low, high) {
  if (low > high) throw new RangeError('low must not exceed high');
  return Math.min(Math.max(value, low), high);
};

exports.later = function later(text, callback) {
  if (typeof callback !== 'function') throw new TypeError('callback must be a function');
  setTimeout(() => callback(null, `${text}!`), 10);
};

exports.total = async function total(amounts) {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return sum;
};

exports.remember = function remember(file, entry) {
  fs.writeFileSync(file, JSON.stringify(entry));
};

exports.Ledger = class Ledger {
  constructor() {
    this.entries = [];
  }

  /** @param {string} name @param {number} amount */
  add(name, amount) {
    if (amount < 0) throw new RangeError('amounts are positive');
    this.entries.push({ name, amount });
    return this.entries.length;
  }
};
