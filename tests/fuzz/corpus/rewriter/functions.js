'use strict';
function* gen(a = 1, { b, c: [d] } = {}, ...rest) { yield* rest; return a ?? b?.c?.(d) ?? `t${a}${`n${b}`}`; }
const arrow = async (x) => { for await (const y of x) { if (y && !x || y > 1) continue; else break; } };
class A extends (class {}) { #p = 1; static s = 2; static { this.t = 3; } get v() { return this.#p; } async *[Symbol.iterator]() {} }
label: for (let i = 0, j; i < 3; i++) { switch (i) { case 1: continue label; default: j = i; } do { j--; } while (j > 0); }
try { throw new A(); } catch { var z = typeof z === 'x' ? void 0 : delete z.a; } finally { z = [..."ab", , /re+/g]; }
module.exports = { gen, arrow, A, 'a b': 1, ['c' + 1]: 2, m() { return new.target; }, get g() { return 1; } };
