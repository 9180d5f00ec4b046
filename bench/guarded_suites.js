'use strict';
// node guarded_suites.js KINGBIRD CACHE NAME…: packages of the round trip are explored; then their own tests run with the guard and
// without it. One line each; exit 1 where results differ. Beside it: what a check costs, on functions whose arguments are small.
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const roundtrip = path.join(__dirname, '..', 'tests', 'roundtrip');
const { install } = require(path.join(roundtrip, 'npm_fixture.js'));
const { packages, runners } = require(path.join(roundtrip, 'packages.js'));
const { firstDifference, runSuite } = require(path.join(roundtrip, 'own_suite.js'));

const [kingbird, cache, ...wanted] = process.argv.slice(2);
const guard = path.join(__dirname, '..', 'src', 'guard', 'guard.js');
const kCalls = 200000;
// Tests that call with malformed arguments and ask for the TypeError which a guard is there to prevent.
const kOnPurpose = { qs: { tests: /^ok \d+ (undefined|null) is not a string$/, calls: 'encode(undefined) and encode(null)' } };

function explore(target, out, ...flags) {
  const words = ['explore', target, '--suite', 'off', '--seed', '1', '--log', 'quiet', '--time-limit', '60', '--out', out, ...flags];
  const done = spawnSync(kingbird, words, { encoding: 'utf8' });
  if (done.status > 1) throw new Error(`${words.join(' ')}: ${done.stderr}`);
  return path.join(out, 'preconditions.json');
}

function guarded(file) {
  return { NODE_OPTIONS: `--require ${guard}`, KINGBIRD_GUARD: file };
}

/** Results but for those that a pattern names, and for sums of all. */
function without({ lines, stderr }, tests) {
  return { lines: lines.filter((line) => /^\s*(ok|not ok)\b/.test(line) && !tests.test(line.replace(/^not /, ''))), stderr };
}

/** A dry run gives the same results whatever the tests do; a guarded one where they do not ask for a crash. */
function differenceOf(pack, root, modules, file) {
  const bare = runSuite(pack, root, modules, {});
  const kept = runSuite(pack, root, modules, guarded(file));
  const purpose = kOnPurpose[pack.name];
  if (purpose === undefined) return firstDifference(bare, kept);
  const dry = runSuite(pack, root, modules, { ...guarded(file), KINGBIRD_GUARD_DRY_RUN: '1' });
  return firstDifference(bare, dry) || firstDifference(without(bare, purpose.tests), without(kept, purpose.tests));
}

function check(pack, modules, temp) {
  const root = fs.realpathSync(path.join(modules, pack.name));
  const file = explore(root, path.join(temp, 'out'));
  const known = Object.values(JSON.parse(fs.readFileSync(file, 'utf8')).files).reduce((sum, { functions }) => sum + functions.length, 0);
  const difference = differenceOf(pack, root, modules, file);
  const except = kOnPurpose[pack.name] ? `, but for those that ask for the crash of ${kOnPurpose[pack.name].calls}` : '';
  console.log(`  ${difference === '' ? 'ok    ' : 'MISSED'} ${pack.name}: ${known} functions under guard, ${difference || `its tests give the same results${except}`}`);
  return difference === '';
}

// Microseconds of a call, the least of ten rounds.
const program = `const f = require('./subject.js'); const x = { name: 'a', size: { width: 2, height: 3 }, tags: ['p', 'q'] };
let best = Infinity; let sum = 0;
for (let round = 0; round < 10; round++) {
  const start = process.hrtime.bigint();
  for (let i = 0; i < ${kCalls}; i++) sum += f(x, i & 7);
  best = Math.min(best, Number(process.hrtime.bigint() - start) / 1000 / ${kCalls});
}
console.log(best, sum);`;
const subject = `module.exports = function area(shape, scale) {
  if (scale > 5) return shape.tags.length;
  if (shape.name === 'b') return shape.size.width.valueOf();
  return shape.size.width * shape.size.height * scale;
};
`;

function cost(temp) {
  fs.writeFileSync(path.join(temp, 'subject.js'), subject);
  fs.writeFileSync(path.join(temp, 'program.js'), program);
  const file = explore(path.join(temp, 'subject.js'), path.join(temp, 'cost'));
  const run = (env) => {
    const done = spawnSync(process.execPath, ['program.js'], { cwd: temp, encoding: 'utf8', env: { ...process.env, ...env } });
    return { micros: Number(done.stdout.split(' ')[0]), rest: done.stdout.split(' ')[1], told: done.stderr };
  };
  const bare = run({});
  const with_ = run(guarded(file));
  const spliced = fs.readFileSync(file, 'utf8').includes('"area"');
  const price = with_.micros - bare.micros;
  const holds = spliced && price > 0 && price <= 10 && with_.rest === bare.rest && with_.told === '';
  console.log(`  ${holds ? 'ok    ' : 'MISSED'} a guarded call costs ${price.toFixed(3)} microseconds more (10): ${bare.micros.toFixed(3)} without, ${with_.micros.toFixed(3)} with`);
  return holds;
}

function main() {
  const specs = [...packages.map(({ name, version }) => `${name}@${version}`), ...runners, 'istanbul-lib-instrument@6.0.3'];
  const modules = path.join(install(cache, specs), 'node_modules');
  let good = true;
  for (const pack of packages.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const temp = fs.mkdtempSync(path.join(os.tmpdir(), 'kingbird-guarded-'));
    try {
      good = check(pack, modules, temp) && good;
    } finally {
      fs.rmSync(temp, { recursive: true, force: true });
    }
  }
  const temp = fs.mkdtempSync(path.join(os.tmpdir(), 'kingbird-guarded-'));
  good = cost(temp) && good;
  fs.rmSync(temp, { recursive: true, force: true });
  process.exitCode = good ? 0 : 1;
}

main();
