'use strict';
// Programs that break careless rewriters: where text begins and ends, where semicolons are missing, names that hide ours, sizes.

const scripts = {
  'hashbang': '#!/usr/bin/env node\nfoo()\n',
  'hashbang alone': '#!/usr/bin/env node',
  'hashbang and directive': '#!/usr/bin/env node\n"use strict"\nfoo()',
  'byte order mark': '\uFEFFfoo(); a || b',
  'mark and hashbang': '\uFEFF#!/usr/bin/env node\nfoo()',
  'directive without semicolon': '"use strict"\nvar a = function () { "use strict"\n return a }\n',
  'two directives': '"use asm"; \'use strict\'\n/* c */ foo()',
  'directive that is none': '"use strict" + foo(); function f() { ("use strict"); return "use strict" }',
  'directive with escapes': '"use\\x20strict"; var a = 010',
  'crlf': 'var a = 1\r\nvar b = a\r\nif (a) b\r\nelse a\r\n',
  'only cr': 'var a = 1\rvar b = a\rif (a) b\relse a\r',
  'line separators': 'var a = 1\u2028var b = a\u2029if (a) b',
  'no newline at the end': 'a ? b : c',
  'ends in a comment': 'if (a) b // c',
  'comment in every gap': 'if/*1*/(/*2*/a/*3*/)/*4*/b/*5*/;/*6*/else/*7*/c/*8*/',
  'asi before ++': 'a\n++b\nc\n--d',
  'asi before a parenthesis that belongs': 'var f = a\n(b || c)\n;[d].map(e)',
  'asi after return and throw': 'function f() { return\na || b } function g() { throw a\n}',
  'asi in do': 'do a(); while (b) c()\ndo d(); while (e)\nf()',
  'asi with comments': 'var a = b // one\nvar c = d /* two */\ne()\nif (a) return_() // three\nelse break_() // four\n',
  'asi by a line break in a comment': 'var c = d /* two\n */ e()',
  'let as a name': 'var let = 1; let\nlet_(); let || a',
  'async as a name': 'var async = 1; async\nfoo(); async(a || b); var x = async => async',
  'of, get, set, static as names': 'var of = [], get = 1, set = 2, static_ = 3; for (of of of) get || set; var o = { get, set, get get() {}, set set(v) {}, async, await: 1 }; var async',
  'await as a name': 'var await = 1; await; function f() { var await_ = await || 2 }',
  'html comments': 'a || b\n<!-- a comment\nb()\n--> another\nc()',
  'html comment behind code': 'var a = 1 <!-- b\n--> c',
  'arrow that goes to': 'var x = 3; while (x --> 0) a || b',
  'regex or division': 'var a = b / c / d; var e = /[/]\\/(?<n>a)/giu.test(f) ? /x/ : 1 /2/ 3; if (a) /re/.test(b); (a || b) / 2; a++ / 2',
  'unicode names': 'var \\u0061b = 1, \\u{63}d = ab || cd, ünï = 2, 变量 = ünï && 3, $\u200c = 1; function ƒ(π = () => 1) {} (class { \\u0061 = () => {}; #ö = function () {} })',
  'astral text': 'var a = "😀" || \'🦜\'; a ? "𝒳" : `😀${a || b}`',
  'our global, shadowed': 'var __kingbird$ = 1, globalThis, Uint32Array, Uint8Array, Function; a || b',
  'our variable, used': Array.from({ length: 50 }, (_, i) => `var $k${i} = ${i} || 1;`).join(''),
  'labels': 'a: b: for (;;) { continue a } c: { break c } d: function e() {} f: if (g) h: i()',
  'dangling else': 'if (a) if (b) c; else d; else if (e) for (;;) if (f) g; else h',
  'function in an arm': 'if (a) function f() {} else function g() {}',
  'empty statements': ';;; if (a); else; for (;;); while (a); do; while (a)\n;',
  'var in for-in with a value': 'for (var f = function () {} in {}) ; for (var x = a || b in {}) ; for (var y = 1 in {}) ;',
  'var in for-in with a number': 'for (var y = 1 in {}) ;',
  'arrow in for-in': 'for (var g = (a, b) => a in {}) ;',
  'in inside a for head': 'for (var f = (a in b) || c, g = function () { return a in b };;) ; for (var x = a ? b in c : d;;) ;',
  'with and eval': 'with (a || b) c(); function f() { eval("a"); with (o) { x ? y : z } }',
  'switch': 'switch (a) {} switch (a || b) { default: case 1: let c = function () {}; case b ? 1 : 2: { break } }',
  'try': 'try { a } catch { b } finally { c } try {} catch ({ message, code = () => 1 }) {} try {} finally {}',
  'classes': 'class A { a; b = 1\n c = function () {}\n [d || e] = () => 1\n static [f] = class {}\n static { a || b } #p = () => {}; "s t" = () => {}; 12 = () => {}; get; set; static; async\n static static = () => 1; get x() { return 1 } static async *y() {} #z() { return this?.#p() } "constructor"() { super_ } } class B extends (a || b) { constructor() { super(a || b) } m() { return super.m ?? super["m"] } }',
  'prototype key': 'var { __proto__ = () => 1 } = {}; function f(__proto__ = function () {}) {} class A { __proto__ = () => 1; static "__proto__" = () => 1 }',
  'default values everywhere': 'function f(a = 1, { b = 2, c: { d = () => a } = {}, ["e" + a]: g = class {} } = {}, [h = function () {}, ...[i = 3]] = [], ...{ length = 4 }) {} var { x = (a, b) => a } = {}; [a = () => 1, b.c = () => 2, d["e"] = 3] = []; ({ a = () => 1, b: c.d = 2 } = {}); for (var { j = 1 } of []) ; for (const [k = () => 1] of []) ; try {} catch ([l = 1]) {} (m = 1, { n = 2 }) => m; async (o = 3) => o; async p => p',
  'arrows': 'var a = () => ({}), b = x => y => z => x || y, c = async () => await a, d = () => { "use strict"; return 1 }, e = () => a, f = (() => (a, b)), g = () => a ? b : c, h = () => function () {}, i = () => class {}, j = () => [], k = () => `a${b || c}`, l = () => /x/; (() => {})(); (async () => {})()',
  'generators': 'function* f() { yield; yield a || b; yield* c ? d : e; var x = yield\nvar y = yield /re/; return yield a } async function g() { for await (const x of a || b) await x; await (a || b) } var o = { *a() { yield 1 }, async *b() { yield await 1 }, async c() {} }',
  'templates': 'var a = `x${b ? `y${c || d}` : e}z`; tag`a${b || c}`; (a || b)`c`; new a`b`; a.b`c`',
  'template with a bad escape': 'tag`\\unicode`',
  'optional chains': 'a?.b?.[c || d]?.(e ? f : g); delete a?.b; (a?.b || c).d; a?.3:1; a?.b.c(d)?.e; new (a?.b)()',
  'operators': 'a ??= b || c; a ||= () => 1; a &&= function () {}; a ** (b || c); (-a) ** b; a ?? (b || c); (a && b) ?? c; typeof (a || b); void (a, b); !a || !b; a = b ? c : d = e; a = b, c || d; x = y ? (1, 2) : 3',
  'numbers': 'var a = [1, .5, 1., 1e3, 0x1f, 0b1, 0o7, 1n, 1_000, 0xffn]; 1..toString() || 1.0.toFixed(); 089 || 1',
  'strings over lines': 'var a = "b\\\nc" || \'d\\\r\ne\'; a ? "\\\u2028" : "\u2028"',
  'new.target and meta': 'function F() { return new.target || new.target.x ? new F : new F() } new a.b.c; new (a || b)(c); new new X()()',
  'getters named like keywords': 'var o = { get if() { return 1 }, set else(v) {}, new: 1, class: 2, function: 3, async async() {}, await() {}, *yield() {}, get: 1, set: 2, static: 3, async: 4 }; o.if || o.new || o.class',
  'sequence and comma': 'a(), b(), c || d; for (a = 0, b = 1; a < b; a++, b--) c(), d(); return_: a, b',
  'private in': 'class A { #x; static has(o) { return #x in o && o.#x || #x in (o || {}) } }',
  'deep nesting': `${'('.repeat(200)}a || b${')'.repeat(200)}; x = ${'['.repeat(300)}${']'.repeat(300)}`,
  'long chains': `x = ${Array.from({ length: 1500 }, (_, i) => `a${i}`).join(' || ')}; y = ${Array.from({ length: 1500 }, (_, i) => `"${i}"`).join(' + ')}`,
  'many else ifs': Array.from({ length: 300 }, (_, i) => `if (a === ${i}) b(${i});`).join(' else '),
  'huge string': `var a = "${'x'.repeat(2_000_000)}" || b`,
  'huge array': `var a = [${'1,'.repeat(200_000)}2].map(x => x || 1)`,
  'empty': '',
  'blank': ' \n\t\n',
  'only comments': '// a\n/* b */',
};

const modules = {
  'imports first': 'import a, { b as c, default as d } from "x"; import * as e from "y"; import "z"; a || b; export { a as default, c as "a b" }',
  'exported declarations': 'export const f = function () {}, g = () => 1, h = a || b; export function i(x = () => 1) {} export class J {} export let k; export var { l = () => 1, m: [n] = [] } = {}',
  'default function': 'export default function () { a || b }',
  'default arrow': 'export default () => a || b',
  'default class': 'export default class { x = () => 1 }',
  'default expression': 'export default a || b\nfoo()',
  'await at the top': 'await a; for await (const x of y) z; const { q = await w } = await e; if (await a || await b) c',
  'import.meta and import()': 'import.meta.url || import("x").then(a => a || b); export {}',
  'directive in a module': '"use strict"\nexport const a = 1',
  're-exports': 'export * from "a"; export * as b from "b"; export { c } from "c"; d || e',
};

/** A bundle of about five megabytes: the scripts above, each in a function, over and over. */
function bundle() {
  const sloppy = ['classes', 'default values everywhere', 'arrows', 'generators', 'operators', 'switch', 'dangling else', 'templates'];
  const body = sloppy.map((name) => `(function () { ${scripts[name]}\n});\n`).join('');
  return body.repeat(Math.ceil(5_000_000 / body.length));
}

/** What our grammar cannot read: such files are left as they are. */
const beyond = new Set([
  'only cr',
  'asi by a line break in a comment',
  'await as a name',
  'html comments',
  'html comment behind code',
  'var in for-in with a value',
  'arrow in for-in',
  'template with a bad escape',
]);

function* corners() {
  for (const [name, source] of Object.entries(scripts)) yield { name, source, module: false, readable: !beyond.has(name) };
  for (const [name, source] of Object.entries(modules)) yield { name, source, module: true, readable: true };
  yield { name: 'bundle', source: bundle(), module: false, readable: true };
}

module.exports = { corners };
