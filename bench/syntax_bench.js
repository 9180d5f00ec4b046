'use strict';
// node bench/syntax_bench.js BUILD [SYNTAX_BENCH]: what counting coverage costs. Every kernel runs plain, rewritten by us and instrumented by
// istanbul-lib-instrument, each in a process of its own, several times, in turns; the fastest counts. Prints one line per kernel and
// exits 1 when we cost more than 2x on the geometric mean. With SYNTAX_BENCH (the built program) also measures rewriting on lodash and others.
const { execFileSync, spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { install } = require('../tests/roundtrip/npm_fixture.js');
const { Rewriter } = require('../tests/roundtrip/rewriter.js');

const BAR = 2;
const ROUNDS = 5;

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
};

const MEASURE = `const f = require(process.argv[1]); for (let i = 0; i < 10; i++) f(); const t = process.cpuUsage(); let n = 0;
  while (n < 10) { f(); n++ } const u = process.cpuUsage(t); console.log((u.user + u.system) / n)`;

function measure(file, agent) {
  const args = [...(agent ? ['-r', path.join(__dirname, '../agent/coverage.js')] : []), '-e', MEASURE, file];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

async function main() {
  const [build, program] = process.argv.slice(2).map((name) => path.resolve(name));
  const specs = ['istanbul-lib-instrument@6.0.3', 'lodash@4.17.21', 'acorn@8.15.0', 'bluebird@3.7.2', 'semver@7.7.3'];
  const modules = path.join(install(path.join(build, 'npm-cache'), specs), 'node_modules');
  const { createInstrumenter } = require(path.join(modules, 'istanbul-lib-instrument'));
  const rewriter = new Rewriter(path.join(build, 'tests/roundtrip/rewrite'));
  const temp = fs.mkdtempSync(path.join(os.tmpdir(), 'kingbird-bench-'));
  let ours = 0;
  let theirs = 0;
  for (const [name, source] of Object.entries(kernels)) {
    const write = (kind, text) => {
      fs.writeFileSync(path.join(temp, `${name}.${kind}.js`), text);
      return path.join(temp, `${name}.${kind}.js`);
    };
    const plainFile = write('plain', source);
    const ourFile = write('ours', (await rewriter.rewrite(source, `${name}.js`)).text);
    const theirFile = write('istanbul', createInstrumenter({ esModules: false }).instrumentSync(source, `${name}.js`));
    const best = [Infinity, Infinity, Infinity];
    for (let round = 0; round < ROUNDS; round++) {
      [measure(plainFile, false), measure(ourFile, true), measure(theirFile, false)].forEach((time, i) => {
        best[i] = Math.min(best[i], time);
      });
    }
    const [plain, our, their] = best;
    ours += Math.log(our / plain);
    theirs += Math.log(their / plain);
    console.log(`${name.padEnd(10)} plain ${(plain / 1000).toFixed(2)} ms  ours ${(our / plain).toFixed(2)}x  istanbul ${(their / plain).toFixed(2)}x`);
  }
  rewriter.close();
  fs.rmSync(temp, { recursive: true, force: true });
  const count = Object.keys(kernels).length;
  const mean = Math.exp(ours / count);
  console.log(`geometric mean: ours ${mean.toFixed(2)}x (bar ${BAR}x), istanbul ${Math.exp(theirs / count).toFixed(2)}x`);
  let failed = mean > BAR;
  if (program) {
    const files = ['lodash/lodash.js', 'acorn/dist/acorn.js', 'bluebird/js/release/promise.js', 'semver/classes/range.js'];
    failed = spawnSync(program, files.map((file) => path.join(modules, file)), { stdio: 'inherit' }).status !== 0 || failed;
  }
  process.exitCode = failed ? 1 : 0;
}

main();
