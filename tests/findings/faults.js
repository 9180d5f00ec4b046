'use strict';
// One function per fault that is told, and per end that is not.

// Told: the engine's own error for a string, by whichever way one gets here.
function wordsOf(text) {
  return text.match(/[a-z]+/g).length;
}
/** @param {string} text */
exports.countWords = (text) => wordsOf(text);
/** @param {string} text */
exports.describe = (text) => `${wordsOf(text)} words`;

/**
 * Told: a crash that no caller can catch.
 * @param {string} text
 */
exports.countLater = (text) => {
  setTimeout(() => text.match(/[0-9]+/).index, 1);
};

/**
 * Told: nobody can handle the rejection.
 * @param {string} text
 */
exports.countAside = (text) => {
  (async () => text.match(/[A-Z]+x/).index)();
};

/**
 * Told: does not end.
 * @param {number} n
 */
exports.countDown = (n) => {
  let left = n;
  while (left !== 0) left = left > 0 ? left - 1 : left;
  return left;
};

/**
 * Not told: takes long and ends. The clock of generation stands still meanwhile.
 * @param {boolean} patient
 */
exports.wait = (patient) => {
  const end = Date.now() + (patient ? 1300 : 1200);
  while (Date.now() < end);
};

/** Not told: it says what it wants. @param {string} [text] */
exports.strict = (text) => {
  if (text === undefined) throw new TypeError('a text is needed');
  return text;
};

/**
 * Not told: a program's way to end.
 * @param {string} [command]
 */
exports.main = (command) => process.exit(command === undefined ? 1 : 2);

/**
 * Not told: whoever leaves the callback out gets what he asked for.
 * @param {string} text
 * @param {Function} [callback]
 */
exports.later = (text, callback) => {
  setTimeout(() => callback(null, text), 1);
};

// Not told: nobody said what it takes.
exports.undocumented = (list) => list.items.length;
