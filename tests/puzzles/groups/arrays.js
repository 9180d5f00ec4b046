'use strict';
// Arrays, and what calls back.
// found: map
exports.map = function (a) { if (a.length === 2 && a.map((v) => v * 2)[1] === 14) throw new Error('found'); };
// found: filter
exports.filter = function (a) { if (a.filter((v) => v > 10).length === 2) throw new Error('found'); };
// found: forEach
exports.forEach = function (a) { let n = 0; a.forEach((v) => { if (v === 5) n++; }); if (n === 2) throw new Error('found'); };
// found: reduce
exports.reduce = function (a) { if (a.length > 1 && a.reduce((s, v) => s + v, 0) === 12) throw new Error('found'); };
// found: some
exports.some = function (a) { if (a.some((v) => v === 'x')) throw new Error('found'); };
// found: every
exports.every = function (a) { if (a.length === 2 && a.every((v) => v > 3)) throw new Error('found'); };
// found: find
exports.find = function (a) { if (a.find((v) => v > 7) === 9) throw new Error('found'); };
// found: findIndex
exports.findIndex = function (a) { if (a.findIndex((v) => v === 3) === 1) throw new Error('found'); };
// found: sort
exports.sort = function (x, y) { const a = [x, y].sort((p, q) => p - q); if (a[0] === 3 && a[1] === 8 && x === 8) throw new Error('found'); };
// found: push and pop
exports.pushPop = function (x) { const a = []; a.push(1); a.push(x); if (a.pop() === 6) throw new Error('found'); };
// found: shift and unshift
exports.shift = function (a) { a.unshift(1); a.shift(); if (a.shift() === 4) throw new Error('found'); };
// found: slice and concat
exports.concat = function (x, y) { const b = [0, x].slice(1).concat([y]); if (b[0] === 2 && b[1] === 3) throw new Error('found'); };
// found: splice
exports.splice = function (x) { const a = [1, 2, 3]; a.splice(1, 1, x); if (a[1] === 7) throw new Error('found'); };
// found: indexOf of a symbolic value
exports.indexOf = function (x) { if (['get', 'put', 'post'].indexOf(x) === 2) throw new Error('found'); };
// found: includes
exports.includes = function (a) { if (a.includes(11)) throw new Error('found'); };
// found: join
exports.join = function (a) { if (a.length === 2 && a.join('/') === 'a/b') throw new Error('found'); };
// found: reverse
exports.reverse = function (a) { if (a.length === 3 && a.reverse()[0] === 'z') throw new Error('found'); };
// found: fill
exports.fill = function (x) { if (new Array(2).fill(x)[1] === 'f') throw new Error('found'); };
// found: a symbolic index (paper 004, section 4.4)
exports.symbolicIndex = function (i, arr) { if (arr[0] == 5 && arr[i] != 5) throw new Error('found'); };
// found: an index into a constant list
exports.constantList = function (i) { if (['a', 'b', 'c'][i] === 'c') throw new Error('found'); };
// found: a hole
exports.hole = function (a) { if (a.length === 2 && !(0 in a)) throw new Error('found'); };
// found: for-of over the elements
exports.forOf = function (a) { if (a.length !== 3) return; let s = 0; for (const v of a) s += v; if (s === 6) throw new Error('found'); };
// found: arguments that are not declared
exports.undeclared = function () { if (arguments.length === 2 && arguments[1] === 'two') throw new Error('found'); };
// unreachable: a list is not longer than itself
exports.notLonger = function (a) { if (Array.isArray(a) && a.filter((v) => v).length > a.length) throw new Error('found'); };
// unreachable: a sorted pair
exports.sorted = function (x, y) { if (typeof x === 'number' && typeof y === 'number') { const a = [x, y].sort((p, q) => p - q); if (a[0] > a[1]) throw new Error('found'); } };
// unreachable: what was pushed is there
exports.pushed = function (x) { const a = []; a.push(x); if (a.length !== 1) throw new Error('found'); };
// unreachable: every of nothing
exports.everyOfNothing = function () { if (![].every((v) => v)) throw new Error('found'); };
