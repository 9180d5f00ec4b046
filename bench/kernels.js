'use strict';
// Small programs whose speed is compared rewritten and not; each exports one function.

const kernels = {
  fib: 'function fib(n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2) }\nmodule.exports = () => fib(27)',
  sieve: `module.exports = () => { const n = 400000, s = new Uint8Array(n); let c = 0;
    for (let i = 2; i < n; i++) { if (s[i]) continue; c++; for (let j = i * 2; j < n; j += i) s[j] = 1 } return c }`,
  matrix: `module.exports = () => { const n = 110, a = [], b = [], c = [];
    for (let i = 0; i < n; i++) { a.push([]); b.push([]); c.push([]); for (let j = 0; j < n; j++) { a[i].push(i + j); b[i].push(i - j) } }
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) { let s = 0; for (let k = 0; k < n; k++) s += a[i][k] * b[k][j]; c[i][j] = s } return c[3][4] }`,
  hash: `module.exports = () => { let h = 0; const s = 'the quick brown fox jumps over the lazy dog'.repeat(4000);
    for (let i = 0; i < s.length; i++) { const c = s.charCodeAt(i); h = c > 110 && c !== 32 ? (h * 31 + c) | 0 : (h * 33) ^ c } return h }`,
  sort: `function quick(a, l, r) { if (l >= r) return; let i = l, j = r; const p = a[(l + r) >> 1];
    while (i <= j) { while (a[i] < p) i++; while (a[j] > p) j--; if (i <= j) { const t = a[i]; a[i++] = a[j]; a[j--] = t } } quick(a, l, j); quick(a, i, r) }
    module.exports = () => { const a = []; let x = 1; for (let i = 0; i < 60000; i++) a.push(x = (x * 48271) % 2147483647); quick(a, 0, a.length - 1); return a[7] }`,
  objects: `class Point { constructor(x, y) { this.x = x; this.y = y } add(o) { return new Point(this.x + o.x, this.y + o.y) } }
    module.exports = () => { let p = new Point(0, 0); for (let i = 0; i < 400000; i++) p = i % 3 ? p.add(new Point(i, 1)) : p; return p.x }`,
  closures: `module.exports = () => { const a = Array.from({ length: 50000 }, (_, i) => i);
    return a.map(x => x * 2).filter(x => x % 3 === 0 || x % 5 === 0).reduce((s, x) => s + (x ?? 0), 0) }`,
  parse: `module.exports = () => { const text = '[1,[2,3],{"a":"b c","d":[true,null]}]'.repeat(600); let depth = 0, strings = 0, numbers = 0, quoted = false;
    for (const c of text) { if (quoted) { if (c === '"') quoted = false; continue } switch (c) { case '"': quoted = true; strings++; break; case '[': case '{': depth++; break;
      case ']': case '}': depth--; break; default: if (c >= '0' && c <= '9') numbers++ } } return strings + numbers + depth }`,
  nbody: `class Body { constructor(x, y, vx, vy, m) { this.x = x; this.y = y; this.vx = vx; this.vy = vy; this.m = m } }
    function step(bodies, dt) { for (let i = 0; i < bodies.length; i++) { const a = bodies[i];
      for (let j = i + 1; j < bodies.length; j++) { const b = bodies[j], dx = a.x - b.x, dy = a.y - b.y, d = Math.sqrt(dx * dx + dy * dy) + 0.01, f = dt / (d * d * d);
        a.vx -= dx * b.m * f; a.vy -= dy * b.m * f; b.vx += dx * a.m * f; b.vy += dy * a.m * f } }
      for (const b of bodies) { b.x += dt * b.vx; b.y += dt * b.vy } }
    module.exports = () => { const all = []; for (let i = 0; i < 8; i++) all.push(new Body(i, i * i, 1 / (i + 1), 0, i + 1)); for (let i = 0; i < 6000; i++) step(all, 0.001); return all[0].x }`,
  tree: `function insert(node, key) { if (node === null) return { key, left: null, right: null };
      if (key < node.key) node.left = insert(node.left, key); else if (key > node.key) node.right = insert(node.right, key); return node }
    function depth(node) { return node === null ? 0 : 1 + Math.max(depth(node.left), depth(node.right)) }
    module.exports = () => { let root = null, x = 7; for (let i = 0; i < 8000; i++) root = insert(root, x = (x * 48271) % 2147483647); return depth(root) }`,
  words: `const text = 'it was the best of times it was the worst of times it was the age of wisdom '.repeat(200);
    module.exports = () => { const counts = new Map(); for (const word of text.split(' ')) counts.set(word, (counts.get(word) || 0) + 1);
      return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([w, n]) => w + ':' + n).join(' ').length }`,
  lexer: `const input = 'let value1 = (alpha + 42) * beta_2 - "text" / 3.5;\\n'.repeat(400);
    function isName(c) { return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || (c >= 48 && c <= 57) }
    module.exports = () => { const tokens = []; let i = 0; while (i < input.length) { const c = input.charCodeAt(i), from = i;
      if (c === 32 || c === 10) { i++; continue } if (c === 34) { i++; while (input[i] !== '"') i++; i++; tokens.push({ type: 'string', text: input.slice(from, i) }) }
      else if (isName(c)) { while (i < input.length && isName(input.charCodeAt(i))) i++; tokens.push({ type: 'name', text: input.slice(from, i) }) }
      else { i++; tokens.push({ type: 'sign', text: input[from] }) } } return tokens.length }`,
};

/** @param {number[]} ratios */
function geometricMean(ratios) {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}

module.exports = { kernels, geometricMean };
