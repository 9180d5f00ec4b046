'use strict';
// Lists of one type, read and written at indices that depend on inputs (paper 004, section 4.4).
// found: two indices of one list
exports.twoIndices = function (a, i, j) { if (a[i] === 7 && a[j] === 9 && i < j) throw new Error('found'); };
// found: the example of section 4.4
exports.example = function (i, arr) { if (arr[0] == 5 && arr[i] != 5) throw new Error('found'); };
// found: a write at one index, read at another
exports.written = function (a, i, j) { if (a.length > 2 && i !== j) { a[i] = 4; if (a[j] === 4 && a[i] + a[j] === 8) throw new Error('found'); } };
// found: what was written is read where the indices meet
exports.meet = function (a, i, j) { if (a[i] === 1) { a[i] = 'abc'.length; if (a[j + 1] === 3 && j > 0) throw new Error('found'); } };
// found: an index that is computed
exports.computed = function (a, i) { if (a[2 * i + 1] === 11 && i > 0) throw new Error('found'); };
// found: the index is an element itself
exports.chained = function (a, i) { if (a[a[i]] === 6 && a[i] === 2 && i === 1) throw new Error('found'); };
// found: a list of texts
exports.texts = function (names, i, j) { if (Array.isArray(names) && names[i] === 'left' && names[j] === 'right' && j < i) throw new Error('found'); };
// found: a list of truth values
exports.flags = function (f, i, j) { if (f[i] === true && f[j] === false && i > j && j === 2) throw new Error('found'); };
// found: elements that are added
exports.sum = function (a, i, j) { if (a[i] + a[j] === 100 && a[i] > a[j] && a[j] > 10) throw new Error('found'); };
// found: increments of what an index chooses
exports.increments = function (a, i, j) { if (a.length !== 3) return; a[i]++; a[j] += 10; if (a[i] === 50 && i === j && i === 2) throw new Error('found'); };
// found: a list of the function's own, written and read
exports.own = function (i, j) { const seen = [0, 0, 0, 0]; seen[i] = 1; seen[j] += 2; if (seen[3] === 3) throw new Error('found'); };
// found: a table of numbers
exports.table = function (i, j) { const primes = [2, 3, 5, 7, 11]; if (primes[i] * primes[j] === 35 && i > j) throw new Error('found'); };
// found: behind the end
exports.behind = function (a, i) { if (a.length > 1 && i >= 0 && a[i] === undefined && i === a.length + 2) throw new Error('found'); };
// found: no index at all
exports.before = function (a, i) { if (a[0] === 3 && a[i] === undefined && i < 0) throw new Error('found'); };
// found: a write behind the end makes the list longer
exports.longer = function (a, i) { if (a[0] === 8) { a[i] = 1; if (a.length === 6 && i > 4) throw new Error('found'); } };
// found: downgraded by a text, then read
exports.downgraded = function (a, i, j) { if (a[i] === 5) { a[i] = 'x'; if (a[j] === 'x' && a[0] === 1) throw new Error('found'); } };
// found: downgraded by an object, the others stay what they were
exports.downgradedByObject = function (a, i) { if (a[i] === 5 && i === 1) { a[i] = {}; if (a[0] === 12) throw new Error('found'); } };
// found: an element of another type after all
exports.otherType = function (a, i) { if (a[0] === 1 && typeof a[i] === 'string' && a[i].length === 2) throw new Error('found'); };
// found: a binary search comes to its second half
exports.binarySearch = function (a, x) {
  if (a.length !== 4) return;
  for (let k = 1; k < a.length; k++) if (!(a[k - 1] < a[k])) return;
  let low = 0;
  let high = a.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (a[middle] === x) { if (middle === 3) throw new Error('found'); return; }
    if (a[middle] < x) low = middle + 1; else high = middle - 1;
  }
};
// found: a permutation with a cycle
exports.cycle = function (next, start) { const one = next[start]; const two = next[one]; if (start !== one && one !== two && two !== start && next[two] === start) throw new Error('found'); };
// unreachable: one element is not two values
exports.oneValue = function (a, i, j) { if (i === j && a[i] === 7 && a[j] === 9) throw new Error('found'); };
// unreachable: what was written is there
exports.isThere = function (a, i) { if (typeof i === 'number' && i >= 0 && i < 3 && i % 1 === 0 && a.length === 3) { a[i] = 4; if (a[i] !== 4) throw new Error('found'); } };
// unreachable: a table has what it has
exports.inTable = function (i) { const odd = [1, 3, 5, 7]; if (odd[i] === 4) throw new Error('found'); };
// unreachable: a write elsewhere changes nothing
exports.elsewhere = function (i, j) { const list = [1, 2, 3]; if (i === j) return; list[i] = 9; if (j === 1 && i === 0 && list[j] !== 2) throw new Error('found'); };
// unreachable: the index is inside
exports.inside = function (i) { const list = ['a', 'b']; if (typeof list[i] === 'string' && typeof i === 'number' && i > 1) throw new Error('found'); };
// unreachable: sorted lists do not fall
exports.fall = function (a, i) { if (!Array.isArray(a) || !Number.isInteger(i)) return; for (let k = 0; k < a.length; k++) if (typeof a[k] !== 'number' || !(k === 0 || a[k - 1] <= a[k])) return; if (i > 0 && i < a.length && a[i] < a[i - 1]) throw new Error('found'); };
