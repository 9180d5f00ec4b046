'use strict';
// node pairs.js REWRITE CACHE [NAME…]: passes compose. Every package's own tests give the same results with every pair of passes, in one
// order and the other (they take turns), and with all of them; with the concolic pass also alone, and in stress mode, where the debug
// oracle (agent/concolic/oracle.js) adds a line for every fault. Functions show their original text, as they do under Kingbird.
const { execFileSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { install } = require('./npm_fixture.js');
const { packages, runners } = require('./packages.js');
const { firstDifference, runSuite } = require('./own_suite.js');

const [program, cache, ...wanted] = process.argv.slice(2);
const run = (...args) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 });

const kStress = 'concolic-stress';
const isConcolic = (pass) => pass.startsWith('concolic');
/** Only one of the two can be there. */
const agree = (list) => list.filter(isConcolic).length < 2;

/** Every pair, and all together; the concolic ones also alone. */
function combinations(passes, turn) {
  const lists = passes.filter(isConcolic).map((pass) => [pass]);
  for (let i = 0; i < passes.length; i++) {
    for (let k = i + 1; k < passes.length; k++) lists.push((i + k + turn) % 2 === 0 ? [passes[i], passes[k]] : [passes[k], passes[i]]);
  }
  for (const left of ['concolic', kStress]) {
    const all = passes.filter((pass) => pass !== left);
    lists.push(turn % 2 === 0 ? all : all.reverse());
  }
  return lists.filter(agree);
}

function check(pack, modules, passes, turn, temp) {
  const original = fs.realpathSync(path.join(modules, pack.name));
  const plain = runSuite(pack, original, modules, {});
  const problems = plain.lines.length < 2 ? [`no results: ${plain.stderr.slice(0, 500)}`] : [];
  const lists = combinations(passes, turn);
  for (const list of lists) {
    const answer = path.join(temp, `${list.join('-')}.json`);
    const stage = JSON.parse(run('stage', original, path.join(temp, list.join('-')), `passes=${list.join(',')}`));
    fs.writeFileSync(answer, JSON.stringify({ ...stage, passes: list, original }));
    const changed = firstDifference(plain, runSuite(pack, stage.root, modules, { STAGED: answer }));
    if (changed !== '') problems.push(`${list.join(', ')}: ${changed}`);
  }
  console.log(`${pack.name}@${pack.version}: ${plain.lines.length - 1} results, ${lists.length} combinations: ${problems.length ? 'DIFFERENT' : 'same'}`);
  return problems;
}

function main() {
  const passes = run('passes').trim().split('\n');
  const specs = [...packages.map(({ name, version }) => `${name}@${version}`), ...runners, 'istanbul-lib-instrument@6.0.3'];
  const modules = path.join(install(cache, specs), 'node_modules');
  const chosen = packages.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const all = [];
  for (const [turn, pack] of chosen.entries()) {
    const temp = fs.mkdtempSync(path.join(os.tmpdir(), 'kingbird-pairs-'));
    try {
      all.push(...check(pack, modules, passes, turn, temp).map((problem) => `${pack.name}: ${problem}`));
    } finally {
      fs.rmSync(temp, { recursive: true, force: true });
    }
  }
  console.log(`${chosen.length} packages, passes: ${passes.join(', ')}`);
  if (all.length > 0) console.error(all.join('\n'));
  process.exitCode = all.length > 0 || chosen.length === 0 ? 1 : 0;
}

main();
