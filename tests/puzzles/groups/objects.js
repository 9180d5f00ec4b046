'use strict';
// Objects, collections, numbers and calls.
// found: a symbolic name
exports.symbolicName = function (k) { const o = { a: 1, b: 2, size: 3 }; if (o[k] === 3) throw new Error('found'); };
// found: a symbolic name with in
exports.symbolicIn = function (k) { if (k in { left: 1, right: 2 }) throw new Error('found'); };
// found: hasOwnProperty of a symbolic name
exports.hasOwn = function (k) { if ({ gzip: 1 }.hasOwnProperty(k)) throw new Error('found'); };
// found: delete
exports.remove = function (o) { if (o.x === 3) { delete o.x; if (!('x' in o) && o.y) throw new Error('found'); } };
// found: Object.keys of an input
exports.keys = function (o) { if (Object.keys(o).length === 2) throw new Error('found'); };
// found: Object.entries
exports.entries = function (o) { for (const e of Object.entries(o)) if (e[1] === 9) throw new Error('found'); };
// found: Object.assign
exports.assign = function (o) { const c = Object.assign({ depth: 1 }, o); if (c.depth === 5) throw new Error('found'); };
// found: Map
exports.map = function (k) { const m = new Map([['one', 1], ['two', 2]]); if (m.get(k) === 2) throw new Error('found'); };
// found: a value in a Map
exports.mapValue = function (v) { const m = new Map(); m.set('k', v); if (m.get('k') === 8) throw new Error('found'); };
// found: Set
exports.set = function (k) { if (new Set(['br', 'hr']).has(k)) throw new Error('found'); };
// found: call
exports.call = function (n) { function f(a) { return this + a; } if (f.call(2, n) === 9) throw new Error('found'); };
// found: apply
exports.apply = function (n) { function f(a, b) { return a * b; } if (f.apply(null, [3, n]) === 12) throw new Error('found'); };
// found: Reflect
exports.reflect = function (o) { if (Reflect.has(o, 'q') && Reflect.get(o, 'q') === 4) throw new Error('found'); };
// found: the class of a value
exports.classOf = function (v) { if (Object.prototype.toString.call(v) === '[object Array]') throw new Error('found'); };
// found: parseInt with a radix
exports.parseInt = function (s) { if (parseInt(s, 16) === 255) throw new Error('found'); };
// found: parseFloat
exports.parseFloat = function (s) { if (parseFloat(s) === 1.5) throw new Error('found'); };
// found: toString with a radix
exports.radix = function (n) { if (typeof n === 'number' && n.toString(2) === '1010') throw new Error('found'); };
// found: toFixed
exports.toFixed = function (n) { if (n.toFixed(1) === '2.5') throw new Error('found'); };
// found: isInteger and isNaN
exports.isInteger = function (n) { if (Number.isInteger(n) && n > 3 && !Number.isNaN(n)) throw new Error('found'); };
// found: a power and a root
exports.power = function (n) { if (Math.pow(n, 2) === 49 && Math.sqrt(n) > 2) throw new Error('found'); };
// unreachable: a name that is not there
exports.noName = function (k) { if ({ a: 1 }[k] === 2) throw new Error('found'); };
// unreachable: a member that is not there
exports.noMember = function (k) { if (k === 'c' && new Set(['a', 'b']).has(k)) throw new Error('found'); };
// unreachable: deleted is deleted
exports.deleted = function (o) { if (o && typeof o === 'object') { delete o.x; if (Object.keys(o).includes('x')) throw new Error('found'); } };
// unreachable: a square is not negative
exports.noSquare = function (n) { if (Math.pow(n, 2) < 0) throw new Error('found'); };
// unreachable: an integer has no fraction
exports.noFraction = function (n) { if (Number.isInteger(n) && Math.floor(n) !== n) throw new Error('found'); };
// unreachable: digits of base two
exports.noDigit = function (n) { if (Number.isInteger(n) && n >= 0 && n.toString(2).includes('2')) throw new Error('found'); };
// found: two parts that are equal, and one of them greater
exports.equalParts = function (p) { const { x, y } = p; if (x === y && x > 7) throw new Error('found'); };
// found: a default that is not taken
exports.noDefault = function (o) { const depth = o.depth || 3; if (depth === 5) throw new Error('found'); };
// found: objects of a list, with a method that lists have
exports.movedBodies = function (s) { for (const b of s.bodies) { b.push(1); if (b.move(2) === 3) throw new Error('found'); } };
// found: a member whose name is a symbol
exports.symbolName = function (o) { if (o[Symbol.match] === 7) throw new Error('found'); };
// found: what an iterator returns, and its end
exports.iterator = function (o) { const it = o[Symbol.iterator].call(o); let n = 0; while (!it.next().done) n++; if (n === 2) throw new Error('found'); };
// found: an own constructor in the place of the inherited one
exports.ownConstructor = function (a) { if (Array.isArray(a) && a.constructor === null) throw new Error('found'); };
// found: an object around a text
exports.wrapper = function (x) { if (typeof x === 'string' && Object(x).length === 3) throw new Error('found'); };
