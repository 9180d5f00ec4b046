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
const { kernels, geometricMean } = require('./kernels.js');

const BAR = 2;
const ROUNDS = 5;

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
  const ours = [];
  const theirs = [];
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
    ours.push(our / plain);
    theirs.push(their / plain);
    console.log(`${name.padEnd(10)} plain ${(plain / 1000).toFixed(2)} ms  ours ${(our / plain).toFixed(2)}x  istanbul ${(their / plain).toFixed(2)}x`);
  }
  rewriter.close();
  fs.rmSync(temp, { recursive: true, force: true });
  const mean = geometricMean(ours);
  console.log(`geometric mean: ours ${mean.toFixed(2)}x (bar ${BAR}x), istanbul ${geometricMean(theirs).toFixed(2)}x`);
  let failed = mean > BAR;
  if (program) {
    const files = ['lodash/lodash.js', 'acorn/dist/acorn.js', 'bluebird/js/release/promise.js', 'semver/classes/range.js'];
    failed = spawnSync(program, files.map((file) => path.join(modules, file)), { stdio: 'inherit' }).status !== 0 || failed;
  }
  process.exitCode = failed ? 1 : 0;
}

main();
