'use strict';
// Names of objects, what is spread, what is bound.
// found: a name that was written comes back from Object.keys
exports.writtenName = function (s) { const o = {}; o[s] = 1; if (Object.keys(o)[0] === 'mode') throw new Error('found'); };
// found: a name that was written comes back from for-in
exports.forIn = function (s) { const o = {}; o[s.substring(1)] = 1; for (const k in o) if (k === 'depth') throw new Error('found'); };
// found: for-in over the names of an input
exports.forInInput = function (o) { let n = 0; for (const k in o) n++; if (n === 2) throw new Error('found'); };
// found: a value behind for-in
exports.forInValue = function (o) { for (const k in o) if (o[k] === 'v') throw new Error('found'); };
// found: the parts of split, as many as were asked for
exports.splitLimit = function (s) { const p = s.split('/', 2); if (p.length === 2 && p[1] === 'x') throw new Error('found'); };
// found: a list spread into another one
exports.spreadList = function (a) { const b = [0, ...a, 1]; if (b.length === 4 && b[2] === 'q') throw new Error('found'); };
// found: an object spread into another one
exports.spreadObject = function (o) { const c = { level: 1, ...o }; if (c.level === 7) throw new Error('found'); };
// found: bind
exports.bind = function (n) { function f(a, b) { return this.k + a - b; } const g = f.bind({ k: 5 }, n); if (g(2) === 40) throw new Error('found'); };
const slice = Function.prototype.call.bind(String.prototype.slice);
// found: call.bind
exports.callBind = function (s) { if (slice(s, 2) === 'tail') throw new Error('found'); };
// unreachable: at most two parts
exports.noThird = function (s) { if (s.split(',', 2).length > 2) throw new Error('found'); };
// unreachable: what is spread is there
exports.noLess = function (a) { if (Array.isArray(a) && [...a, 1].length < a.length) throw new Error('found'); };
