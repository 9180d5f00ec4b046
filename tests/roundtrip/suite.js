'use strict';
// node suite.js REWRITE CACHE [NAME…]: for every package of packages.js
//   1. its own tests give the same results on the original and with every file (tests included) rewritten;
//   2. counted by istanbul-lib-instrument, the same run gives the same totals and the same hits, counter by counter.
const { execFileSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { install } = require('./npm_fixture.js');
const { packages, runners } = require('./packages.js');
const { firstDifference, runSuite } = require('./own_suite.js');
const { fromOurs, fromIstanbul, difference } = require('./istanbul.js');

const [program, cache, ...wanted] = process.argv.slice(2);

/** Replaces the rewritten files of a staged copy by Istanbul's. */
function instrumentByIstanbul(files, from, to, modules) {
  const { createInstrumenter } = require(path.join(modules, 'istanbul-lib-instrument'));
  for (const key of Object.keys(files)) {
    const source = fs.readFileSync(path.join(from, key), 'utf8');
    let text = null;
    for (const esModules of [false, true]) {
      try {
        text = createInstrumenter({ esModules, compact: false, autoWrap: true }).instrumentSync(source, key);
        break;
      } catch (error) {
        if (esModules) throw error;
      }
    }
    fs.writeFileSync(path.join(to, key), text);
  }
}

/** Lines "- istanbul has" and "+ we have". Comments of c8 mean nothing to Istanbul: there it may count more than we do. */
function compareFile(source, istanbul, counters, hits, random) {
  const flags = (list) => (random ? list.map((line) => line.replace(/= [1-9]\d*$/, '= hit')) : list);
  const lines = difference(flags(fromIstanbul(istanbul, true)), flags(fromOurs(counters, hits)));
  return /[cv]8 ignore/.test(source) ? lines.filter((line) => line.startsWith('+')) : lines;
}

function compareCoverage(pack, original, files, ourFile, istanbulFile) {
  const { ours } = JSON.parse(fs.readFileSync(ourFile, 'utf8'));
  const { istanbul } = JSON.parse(fs.readFileSync(istanbulFile, 'utf8'));
  const lines = [];
  for (const key of Object.keys(istanbul)) {
    if (!ours[key]) lines.push(`${key}: not loaded by us`);
    else {
      const source = fs.readFileSync(path.join(original, key), 'utf8');
      lines.push(...compareFile(source, istanbul[key], files[key].counters, ours[key], pack.random).map((line) => `${key}: ${line}`));
    }
  }
  for (const key of Object.keys(ours)) if (!istanbul[key]) lines.push(`${key}: loaded by us only`);
  const total = Object.keys(istanbul).reduce((sum, key) => sum + fromIstanbul(istanbul[key], false).length, 0);
  return { lines, files: Object.keys(istanbul).length, counters: total };
}

function check(pack, modules, temp) {
  const original = fs.realpathSync(path.join(modules, pack.name));
  const stage = (name) => JSON.parse(execFileSync(program, ['stage', original, path.join(temp, name)], { encoding: 'utf8', maxBuffer: 1 << 28 }));
  const ours = stage('ours');
  const theirs = stage('theirs');
  instrumentByIstanbul(theirs.files, original, theirs.root, modules);

  const problems = [];
  const plain = runSuite(pack, original, modules, { COVERAGE_FILE: path.join(temp, 'plain.json') });
  const rewritten = runSuite(pack, ours.root, modules, { COVERAGE_FILE: path.join(temp, 'ours.json') });
  const istanbul = runSuite(pack, theirs.root, modules, { COVERAGE_FILE: path.join(temp, 'theirs.json') });
  const changed = firstDifference(plain, rewritten);
  if (changed !== '') problems.push(changed);
  if (plain.lines.length < 2) problems.push(`no results: ${plain.stderr.slice(0, 500)}`);
  let coverage = { lines: [], files: 0, counters: 0 };
  // Where Istanbul changes the results, there is nothing to compare; suite.js counts the packages that took part.
  const comparable = plain.lines.join('\n') === istanbul.lines.join('\n');
  if (comparable) coverage = compareCoverage(pack, original, ours.files, path.join(temp, 'ours.json'), path.join(temp, 'theirs.json'));
  if (coverage.lines.length > 0) problems.push(`coverage differs in ${coverage.lines.length} places:\n  ${coverage.lines.slice(0, 10).join('\n  ')}`);
  const oks = plain.lines.filter((line) => /^\s*ok\b/.test(line)).length;
  console.log(`${pack.name}@${pack.version}: ${oks} ok, ${ours.stats.unparsable.length} files left alone, ` +
    `istanbul ${comparable ? `${coverage.files} files, ${coverage.counters} counters` : 'changes results'}: ${problems.length ? 'DIFFERENT' : 'same'}`);
  return { problems, comparable };
}

function main() {
  const specs = [...packages.map(({ name, version }) => `${name}@${version}`), ...runners, 'istanbul-lib-instrument@6.0.3'];
  const modules = path.join(install(cache, specs), 'node_modules');
  const all = [];
  let equal = 0;
  const chosen = packages.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  for (const pack of chosen) {
    const temp = fs.mkdtempSync(path.join(os.tmpdir(), 'kingbird-roundtrip-'));
    try {
      const { problems, comparable } = check(pack, modules, temp);
      if (comparable && problems.length === 0) equal++;
      all.push(...problems.map((problem) => `${pack.name}: ${problem}`));
    } finally {
      fs.rmSync(temp, { recursive: true, force: true });
    }
  }
  console.log(`${equal} packages agree with Istanbul`);
  if (all.length > 0) console.error(all.join('\n'));
  process.exitCode = all.length > 0 || equal < Math.min(10, chosen.length / 2) ? 1 : 0;
}

main();
