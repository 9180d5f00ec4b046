'use strict';
// node locations.js REWRITE CACHE: the same statements, branches and functions at the same places as istanbul-lib-instrument finds, in
// programs of every form (corners.js, test262-parser-tests), hint comments in odd places, and the files of some packages.
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { corners } = require('./corners.js');
const { fromOurs, fromIstanbul, difference } = require('./istanbul.js');
const { install } = require('./npm_fixture.js');
const { Rewriter } = require('./rewriter.js');

const NEXT = '/* istanbul ignore next */';
const hints = [
  `var x = ${NEXT} a ? b : c;`,
  `var y = ${NEXT} function () { return 1 };`,
  `switch (a) { case 1: var z = ${NEXT} function () { return 1 }; ${NEXT} case 2: foo(); }`,
  `function f(q = ${NEXT} () => 1, ${NEXT} r = 2) {}`,
  `var o = { ${NEXT} a: function () { b() }, ${NEXT} m() { c() } };`,
  `class A { ${NEXT} m() { x() } ${NEXT} p = 1; ${NEXT} #q() { y() } #z() { w() } static { ${NEXT} if (a) b(); let g = () => 1 } }`,
  'if (a) { b() } /* istanbul ignore else */ else { c() }',
  `if (a) b(); else ${NEXT} if (c) d(); else e();`,
  `x = a || ${NEXT} (b && c) || ${NEXT} function () { d() };`,
  `x = a ? ${NEXT} b() : ${NEXT} (function () { c() })();`,
  `x = (${NEXT} a || b); x = ${NEXT} (a || b);`,
  `try { a() } ${NEXT} catch (e) { b() } finally ${NEXT} { c() }`,
  `try { a() } catch (e) ${NEXT} { b() }`,
  `var { ${NEXT} h = 1, i: ${NEXT} j = 2 } = {};`,
  `${NEXT}\nfoo: for (;;) { break foo }`,
  `for (var i = ${NEXT} function () {}, k = () => 2; ;) {}`,
  `while (${NEXT} a && b) c(); if ${NEXT} (a || b) c();`,
  `foo(${NEXT} function () { b() }, ${NEXT} a && b);`,
  `var f2 = () => ${NEXT} a ? b : c, f3 = ${NEXT} () => d;`,
  '// istanbul ignore next\nvar aa = 1, bb = () => 2;',
  `var ${NEXT} cc = 1, dd = 2;`,
  '/* istanbul ignore if */\nif (a) { b() } else if (c) { d() }\n/* istanbul ignore else */ if (a) b();',
  '/* istanbul ignore nextish */ a(); /*istanbul ignore next*/b(); /* foo istanbul ignore next */ c();',
  '/* istanbul ignore file */ a()',
].map((source, i) => ({ name: `hint ${i}: ${source}`, source, module: false }));

function* filesOf(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* filesOf(name);
    // c8's comments mean nothing to Istanbul; what they do is tested in pass/coverage_test.cc.
    else if (/\.[cm]?js$/.test(name)) yield { name, source: fs.readFileSync(name, 'utf8').replace(/[cv]8 ignore/g, 'c8-ignore') };
  }
}

function* programs(modules) {
  yield* hints;
  yield* [...corners()].filter(({ name }) => !name.startsWith('huge') && name !== 'bundle');
  yield* filesOf(path.join(modules, 'test262-parser-tests/pass'));
  for (const name of ['fs-extra', 'bluebird', 'q', 'memfs', 'acorn', 'semver', 'marked']) yield* filesOf(path.join(modules, name));
}

/** Istanbul's view; null where Babel refuses the program. */
function coverageOf(createInstrumenter, { source, module, name }) {
  for (const esModules of module === undefined ? [/\.module\.|\.mjs$/.test(name), !/\.module\.|\.mjs$/.test(name)] : [module]) {
    const instrumenter = createInstrumenter({ esModules, autoWrap: true });
    try {
      instrumenter.instrumentSync(source, 'x.js');
      return instrumenter.lastFileCoverage();
    } catch (error) {
      // Babel's errors are how it says no.
    }
  }
  return null;
}

async function main() {
  const [program, cache] = process.argv.slice(2);
  const specs = ['istanbul-lib-instrument@6.0.3', 'test262-parser-tests@0.0.5', 'fs-extra@11.3.2', 'bluebird@3.7.2', 'q@1.5.1', 'memfs@4.6.0', 'acorn@8.15.0', 'semver@7.7.3', 'marked@15.0.12'];
  const modules = path.join(install(cache, specs), 'node_modules');
  const { createInstrumenter } = require(path.join(modules, 'istanbul-lib-instrument'));
  const rewriter = new Rewriter(program);
  const count = { same: 0, unparsable: 0, refused: 0 };
  const different = [];
  for (const item of programs(modules)) {
    if (item.source.length > 300000) continue; // Babel takes its time.
    // Node takes the mark off before anyone reads the text.
    item.source = item.source.replace(/^\uFEFF/, '');
    // V8 and we count a line at U+2028 inside a string, Babel does not.
    if (/["'`].*[\u2028\u2029]/.test(item.source)) continue;
    const { state, counters } = await rewriter.rewrite(item.source);
    const data = state === 'unparsable' ? null : coverageOf(createInstrumenter, item);
    if (state === 'unparsable') count.unparsable++;
    else if (data === null) count.refused++;
    else {
      const lines = difference(fromIstanbul(data, false), fromOurs(counters, null));
      if (lines.length === 0) count.same++;
      else different.push(`${item.name}\n  ${lines.slice(0, 6).join('\n  ')}`);
    }
  }
  rewriter.close();
  console.log(JSON.stringify({ ...count, different: different.length }));
  assert.ok(different.length === 0, different.join('\n'));
  assert.ok(count.same > 1500, 'the programs were there');
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
