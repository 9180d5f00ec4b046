'use strict';
// Lists of any kind: their lengths, holes and other keys, and models that no other puzzle asks for.
// found: a length that is written takes elements away
exports.shorter = function (a) { if (a.length > 2 && a[1] === 4) { a.length = 1; if (a[1] === undefined && a[0] === 3) throw new Error('found'); } };
// found: a length that is written adds nothing
exports.nothingAdded = function (a) { if (a.length === 1) { a.length = 3; if (!(2 in a) && a[0] === 'x') throw new Error('found'); } };
// found: a symbolic length that is written
exports.lengthOfInput = function (n) { const a = [1, 2, 3, 4]; a.length = n; if (a.length === 2) throw new Error('found'); };
// found: a read behind the end
exports.behind = function (a) { if (a.length > 0 && a[3] === undefined && a[2] === 5) throw new Error('found'); };
// found: for-of visits holes
exports.holes = function (x) { const a = [x, , x]; let n = 0; for (const v of a) if (v === undefined) n++; if (n === 1 && x === 6) throw new Error('found'); };
// found: an index loop over an input with a hole
exports.indexLoop = function (a) { if (a.length !== 3) return; let n = 0; for (let i = 0; i < a.length; i++) if (!(i in a)) n++; if (n === 1 && a[2] === 8) throw new Error('found'); };
// found: a key of a list that is no index
exports.stringKey = function (a) { if (Array.isArray(a) && a.length === 1 && a.name === 'list') throw new Error('found'); };
// found: an index that is a text
exports.indexAsText = function (a) { if (Array.isArray(a) && a['1'] === 17) throw new Error('found'); };
// found: reduceRight
exports.reduceRight = function (a) { if (a.length === 2 && a.reduceRight((s, v) => s + v, '') === 'ba') throw new Error('found'); };
// found: flatMap
exports.flatMap = function (a) { if (a.length === 2 && a.flatMap((v) => [v, v + 1])[3] === 9) throw new Error('found'); };
// found: ceil
exports.ceil = function (x) { if (Math.ceil(x) === 5 && x < 4.5) throw new Error('found'); };
// found: trunc
exports.trunc = function (x) { if (Math.trunc(x) === -3 && x < -3.2) throw new Error('found'); };
// found: Number()
exports.number = function (s) { if (typeof s === 'string' && Number(s) === 42) throw new Error('found'); };
// found: JSON of a shape
exports.json = function (x) { if (JSON.stringify({ a: x }) === '{"a":"q"}') throw new Error('found'); };
// found: anchors
exports.anchors = function (s) { if (/^ab+$/.test(s) && s.length === 4) throw new Error('found'); };
// found: a class of characters
exports.classes = function (s) { if (/^[^a-z\s][\dx-z]{2}$/.test(s)) throw new Error('found'); };
// found: negative lookbehind
exports.notBehind = function (s) { if (/(?<!a)b/.test(s) && s.length === 3) throw new Error('found'); };
// unreachable: what is cut off is gone
exports.cutOff = function (a) { if (Array.isArray(a)) { a.length = 1; if (a[1] !== undefined) throw new Error('found'); } };
// unreachable: growing writes nothing
exports.grown = function () { const a = []; a.length = 2; if (0 in a) throw new Error('found'); };
// unreachable: rounding up does not fall
exports.up = function (x) { if (typeof x === 'number' && Math.ceil(x) < x) throw new Error('found'); };
