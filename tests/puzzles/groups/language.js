'use strict';
// Forms of the language through which values have to be followed.
// found: how many arguments a rest parameter gets
exports.restCount = function (first, ...rest) { if (rest.length === 2 && rest[1] === first + 3) throw new Error('found'); };
// found: a setter and a getter
exports.accessors = function (n) { const o = { _v: 0, get v() { return this._v + 1; }, set v(x) { this._v = x * 2; } }; o.v = n; if (o.v === 85) throw new Error('found'); };
// found: accessors of a class
exports.classAccessors = function (n) { class Box { get v() { return this.held; } set v(x) { this.held = x - 1; } } const b = new Box(); b.v = n; if (b.v === 9) throw new Error('found'); };
// found: private accessors
exports.privateAccessors = function (n) { class Box { #h = 0; get #v() { return this.#h + 2; } set #v(x) { this.#h = x; } go(x) { this.#v = x; return this.#v; } } if (new Box().go(n) === 12) throw new Error('found'); };
// found: a getter of the class above
exports.superGetter = function (n) { class Base { get v() { return n * 2; } } class Box extends Base { get v() { return super.v + 1; } } if (new Box().v === 43) throw new Error('found'); };
// found: a method in an optional call
exports.optionalMethod = function (o) { if (o?.get?.('id') === 12) throw new Error('found'); };
// found: the receiver of an optional call stays the same
exports.optionalReceiver = function (n) { const o = { k: n, get() { return this.k; } }; if (o.get?.() === 21) throw new Error('found'); };
// found: cases that are conditions
exports.switchTrue = function (n) { switch (true) { case n < 0: return; case n > 100 && n < 110 && n % 7 === 0: throw new Error('found'); default: } };
// found: a value that is awaited
exports.awaited = async function (x) { const y = await x; const z = await Promise.resolve(y + 1); if (z === 100) throw new Error('found'); };
// found: the result of an async function
exports.asyncResult = async function (n) { async function twice(k) { return k * 2; } if (await twice(n) === 246) throw new Error('found'); };
// found: the result of an async function that waits
exports.asyncWaits = async function (n) { const slow = async (k) => { await null; return k + 5; }; if (await slow(n) === 17) throw new Error('found'); };
// found: several promises at once
exports.promiseAll = async function (a, b) { const [x, y] = await Promise.all([a, Promise.resolve(b)]); if (x === 'left' && y === 'right') throw new Error('found'); };
// found: a chain of promises
exports.promiseThen = async function (n) { const r = await Promise.resolve(n).then((v) => v * 3).then((v) => v - 1); if (r === 20) throw new Error('found'); };
// found: an async function that fails
exports.asyncThrows = async function (n) { const fail = async (k) => { throw k; }; try { await fail(n); } catch (e) { if (e === 31) throw new Error('found'); } };
// found: values of a tagged template
exports.tagged = function (v) { const tag = (texts, ...values) => texts[0] + values[0]; if (tag`id-${v}` === 'id-88') throw new Error('found'); };
// found: a number that is thrown
exports.thrownNumber = function (x) { try { if (x > 10) throw x; } catch (e) { if (e === 23) throw new Error('found'); } };
// found: an object that is thrown and taken apart
exports.thrownObject = function (x) { try { throw { code: x }; } catch ({ code }) { if (code === 'E_BAD') throw new Error('found'); } };
// found: an error that is thrown by a callee
exports.thrownByCallee = function (x) { const check = (v) => { if (v !== 5) throw v; }; try { check(x); } catch (e) { if (e === 'no') throw new Error('found'); } };
// found: an iterator written by hand
exports.iterator = function (x) { const it = { [Symbol.iterator]() { let i = 0; return { next: () => i < 2 ? { value: x + i++, done: false } : { value: undefined, done: true } }; } }; const [p, q] = it; if (p + q === 15) throw new Error('found'); };
// found: a generator that is spread
exports.spreadGenerator = function (n) { function* g(k) { yield k; yield k + 1; } const list = [...g(n)]; if (list[0] + list[1] === 33) throw new Error('found'); };
// found: a generator that is taken apart
exports.patternGenerator = function (n) { function* g(k) { yield 1; yield k * 2; } const [, second] = g(n); if (second === 44) throw new Error('found'); };
// found: keys of a Map that depend on inputs
exports.mapKeys = function (a, b) { const m = new Map(); m.set(a, 'first'); m.set('fixed', 'second'); if (m.size === 1 && m.get(b) === 'second') throw new Error('found'); };
// found: pairs of a Map
exports.mapPairs = function (a, b) { const m = new Map([[a, 1], ['k', b]]); for (const [k, v] of m) if (k === 'z' && v === 1) throw new Error('found'); };
// found: values of a Map
exports.mapValues = function (a) { const m = new Map(); m.set('x', a); for (const v of m.values()) if (v === 64) throw new Error('found'); };
// found: a Map's own loop
exports.mapForEach = function (a) { const m = new Map(); m.set('x', a); m.forEach((v, k) => { if (v === 46 && k === 'x') throw new Error('found'); }); };
// found: members of a Set
exports.setMembers = function (list) { const s = new Set(list); if (s.size === 2 && s.has('red') && s.has('blue')) throw new Error('found'); };
// found: what is kept beside an object
exports.weakMap = function (o, v) { if (typeof o !== 'object' || !o) return; const w = new WeakMap(); w.set(o, v); if (w.get(o) === 'kept') throw new Error('found'); };
// found: names that are left
exports.restNames = function ({ type, ...rest }) { if (type === 'box' && Object.keys(rest).length === 2) throw new Error('found'); };
// found: a function inside of this one throws
exports.inner = function (name) { const h = { close: [() => { throw new Error('found'); }] }; (h[name] || []).forEach((f) => f()); };
// found: an object that a text says
exports.parsed = function (text) { let c; try { c = JSON.parse(text); } catch { return; } if (c && c.mode === 'debug' && c.level > 3) throw new Error('found'); };
// found: an input that calls what it is passed
exports.callsBack = function (run) { let seen = 0; run((v) => { seen = v; }); if (seen === 31) throw new Error('found'); };
// found: a text that is compared with a number
exports.loose = function (x) { if (typeof x === 'string' && x == 7) throw new Error('found'); };
// found: a text that is multiplied
exports.numericText = function (x) { if (x * 2 === 14 && x.length === 3) throw new Error('found'); };
// unreachable: a default is not used beside a value
exports.defaultBeside = async function (a) { const f = async (b = 3) => b; if (a === 4 && await f(a) === 3) throw new Error('found'); };
// unreachable: a getter's result is what it says
exports.getterSays = function (n) { const o = { get v() { return typeof n === 'number' ? n % 2 : 0; } }; if (o.v === 5) throw new Error('found'); };
// unreachable: what is caught is what was thrown
exports.caughtSame = function (x) { try { throw x; } catch (e) { if (typeof x === 'number' && x < 3 && e > 4) throw new Error('found'); } };
