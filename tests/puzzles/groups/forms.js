'use strict';
// Forms of the language that take values apart or hand them on.
// found: nested patterns
exports.nestedPattern = function (o) { const { a: { b: [, c] } } = o; if (c === 7) throw new Error('found'); };
// found: a default inside of a pattern
exports.nestedDefault = function (o, d) { const { a: { b = d } = {} } = o; if (b === 'dflt' && o.a === undefined) throw new Error('x'); if (b === 12) throw new Error('found'); };
// found: the default of a pattern is made of an input
exports.usedDefault = function (o, d) { const { b = d + 1 } = o; if (b === 43) throw new Error('found'); };
// found: the rest of an array
exports.restOfArray = function (a) { const [, ...r] = a; if (r.length === 2 && r[1] === 5) throw new Error('found'); };
// found: the rest of an object
exports.restOfObject = function (o) { if (o.b !== 3) return; const { a, ...r } = o; if (r.b === 3 && a === 2) throw new Error('found'); };
// found: a computed key in a pattern
exports.computedKey = function (o) { const k = 'x' + 1; const { [k]: v } = o; if (v === 6) throw new Error('found'); };
// found: a pattern in the head of a loop
exports.loopPattern = function (list) { for (const { id, tag: [t] } of list) if (id === 4 && t === 'z') throw new Error('found'); };
// found: assignment to a pattern
exports.swap = function (a, b) { [a, b] = [b, a]; if (a === 3 && b === 9) throw new Error('found'); };
// found: parameters that are patterns
exports.patternParameter = function ({ a, b: { c } }, [d]) { if (a === 1 && c === 2 && d === 3) throw new Error('found'); };
// found: a pattern with a default as parameter
exports.optionalPattern = function (x, { strict = false, depth } = {}) { if (x === 5 && strict === true && depth === 2) throw new Error('found'); };
// found: the default of a parameter that is used
exports.defaultUsed = function (a, b = 3) { if (a === 8 && b === 3) throw new Error('found'); };
// found: the default of a parameter that is not used
exports.defaultNotUsed = function (a, b = 3) { if (a === 8 && b === 4) throw new Error('found'); };
// found: the default of a parameter is made of another one
exports.defaultMade = function (a, b = a * 2) { if (b === 14) throw new Error('found'); };
// found: the default of a parameter calls a function
exports.defaultCalls = function (a, b = twice(a)) { if (b === 18) throw new Error('found'); };
// found: rest parameters
exports.restParameters = function (a) { const f = (x, ...more) => more[1]; if (f(1, 2, a) === 77) throw new Error('found'); };
// found: fields of classes
exports.field = function (a) { class Box { size = a + 1; double = this.size * 2; } if (new Box().double === 20) throw new Error('found'); };
// found: private fields
exports.privateField = function (a) { class Box { #v = a; get() { return this.#v; } set(v) { this.#v = v - 1; } } const b = new Box(); b.set(b.get()); if (b.get() === 11) throw new Error('found'); };
// found: static fields
exports.staticField = function (a) { class Box { static v = a; } if (Box.v === 15) throw new Error('found'); };
// found: an optional chain of several links
exports.chain = function (o) { if (o?.a.b?.c === 5) throw new Error('found'); };
// found: a call in an optional chain
exports.chainCall = function (o) { if (o.name?.trim()?.toUpperCase() === 'XY') throw new Error('found'); };
// found: an optional chain that ends early
exports.chainEnds = function (o) { if (o.a !== undefined && o.a?.b.c === undefined && o.a === null) throw new Error('found'); };
// found: an index in an optional chain
exports.chainIndex = function (o, i) { if (o?.list?.[1]?.v === 6) throw new Error('found'); };
// found: what a generator yields
exports.yields = function (a) { function* g(x) { yield x + 1; yield x + 2; } let s = 0; for (const v of g(a)) s += v; if (s === 23) throw new Error('found'); };
// found: what is sent to a generator
exports.sent = function (a) { function* g() { const x = yield 1; if (x === 31) throw new Error('found'); } const i = g(); i.next(); i.next(a); };
// found: the value of a generator's step
exports.step = function (a) { function* g(x) { yield x * 3; } if (g(a).next().value === 27) throw new Error('found'); };
// found: pairs that a generator yields
exports.yieldsPairs = function (a) { function* g() { yield ['k', a]; } for (const [k, v] of g()) if (v === 44) throw new Error('found'); };
// unreachable: a default of a parameter is not used for null
exports.defaultForNull = function (a, b = 3) { if (b === null && b === 3) throw new Error('found'); };
// unreachable: what a chain skips is undefined
exports.chainSkips = function (o) { if (o === null && o?.a.b !== undefined) throw new Error('found'); };
// unreachable: a field holds what it was given
exports.fieldHolds = function (a) { class Box { v = a; } if (typeof a === 'number' && a < 5 && new Box().v > 6) throw new Error('found'); };

function twice(n) { return n + n; }
// found: arguments spread into a call
exports.spreadCall = function (x, y) { const f = (a, b, c) => a + b * 2 + c; const list = [x, y]; if (f(1, ...list) === 30 && y === 9) throw new Error('found'); };
// found: arguments spread into a method of an input's elements
exports.spreadMethod = function (x, y) { if (Math.max(...[x, y, 3]) === 41 && x === 40) throw new Error('found'); };
// found: private fields that are changed in place
exports.privateInPlace = function (x) { class Sum { #n = 1; add(v) { this.#n += v; this.#n++; return this.#n; } } if (new Sum().add(x) === 12) throw new Error('found'); };
// found: logical assignment to a member
exports.logicalMember = function (o, x) { const t = { a: 0 }; t.a ||= x; t.b ??= t.a; if (t.b === 19) throw new Error('found'); };
// found: computed name in an object
exports.computedName = function (x) { const k = 'ab'; const o = { [k]: x, [k + 1]: 2 }; if (o.ab === 23) throw new Error('found'); };
