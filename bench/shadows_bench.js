'use strict';
// bench/run shadows [KERNEL…]: what the concolic pass costs while a run is traced. Every kernel runs plain, rewritten with nothing symbolic, and rewritten with one
// shadowed element of an array somewhere, each in a process of its own, several times, in turns; the fastest counts. The cells that
// rewritten code asks have been written by then: V8 folds those that never were. Exits 1 when a geometric mean is over its bar.
const { execFileSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { Rewriter } = require('../tests/roundtrip/rewriter.js');
const { kernels, geometricMean } = require('./kernels.js');

const BARS = { idle: 2, index: 5 };
const ROUNDS = 5;
const root = path.dirname(__dirname);

/** The agent as in a child that is told to trace. @returns {() => void} what is to be done then */
function prepare(file, mode) {
  if (mode === 'plain') return () => {};
  require(path.join(root, 'agent/concolic/install.js')).install();
  const { key, functions, texts } = JSON.parse(fs.readFileSync(`${file}on`, 'utf8'));
  require(path.join(root, 'agent/function_source.js')).know(key, functions, texts);
  const { runtime, trace } = require(path.join(root, 'agent/concolic/runtime.js'));
  return () => {
    runtime.on = 0;
    trace.begin(new Uint8Array(1 << 22));
    globalThis.held = [1, 2, 3];
    if (mode === 'index') runtime.set(globalThis.held, 1, trace.symbol(1, -1, 0, 'x', 4), 2);
  };
}

/** In the measured process: microseconds per run of the kernel. */
function measured(file, mode) {
  const loaded = prepare(file, mode);
  const kernel = require(file);
  loaded();
  for (let i = 0; i < 10; i++) kernel();
  const from = process.cpuUsage();
  let rounds = 0;
  for (; rounds < 10 || process.cpuUsage(from).user < 200000; rounds++) kernel();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / rounds;
}

function measure(file, mode) {
  return Number(execFileSync(process.execPath, ['--single-threaded', __filename, '--measured', file, mode], { encoding: 'utf8' }));
}

async function main(wanted) {
  execFileSync(path.join(root, 'tools/build.sh'), ['dev', 'rewrite'], { stdio: 'inherit' });
  const rewriter = new Rewriter(path.join(root, 'build/dev/tests/roundtrip/rewrite'));
  const temp = fs.mkdtempSync(path.join(os.tmpdir(), 'kingbird-bench-'));
  const ratios = { idle: [], index: [] };
  for (const [name, source] of Object.entries(kernels)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const file = path.join(temp, `${name}.js`);
    const ours = path.join(temp, `${name}.ours.js`);
    fs.writeFileSync(file, source);
    const { text, functions } = await rewriter.rewrite(source, `${name}.js`, 'concolic');
    fs.writeFileSync(ours, text);
    fs.writeFileSync(`${ours}on`, JSON.stringify({ key: `${name}.js`, functions, texts: { staged: text, original: source } }));
    const best = { plain: Infinity, idle: Infinity, index: Infinity };
    for (let round = 0; round < ROUNDS; round++) {
      for (const mode of Object.keys(best)) best[mode] = Math.min(best[mode], measure(mode === 'plain' ? file : ours, mode));
    }
    for (const mode of Object.keys(ratios)) ratios[mode].push(best[mode] / best.plain);
    console.log(`${name.padEnd(10)} plain ${(best.plain / 1000).toFixed(2)} ms  nothing symbolic ${(best.idle / best.plain).toFixed(2)}x  ` +
      `one index ${(best.index / best.plain).toFixed(2)}x`);
  }
  rewriter.close();
  fs.rmSync(temp, { recursive: true, force: true });
  for (const [mode, list] of Object.entries(ratios)) {
    console.log(`${mode}: geometric mean ${geometricMean(list).toFixed(2)}x (bar ${BARS[mode]}x) over ${list.length} kernels`);
    if (geometricMean(list) > BARS[mode]) process.exitCode = 1;
  }
}

if (process.argv[2] === '--measured') console.log(measured(process.argv[3], process.argv[4]));
else main(process.argv.slice(2));
