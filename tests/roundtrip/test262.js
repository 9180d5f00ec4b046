'use strict';
// node --experimental-vm-modules test262.js REWRITE CACHE
// Every program of test262-parser-tests (pass, pass-explicit) and of corners.js that Node accepts must still be accepted when rewritten,
// with as many lines. What our parser cannot read stays as it is.
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const vm = require('vm');
const { install } = require('./npm_fixture.js');
const { Rewriter } = require('./rewriter.js');
const { corners } = require('./corners.js');

/** At most so many accepted programs may be left alone: `yield` as a name, parenthesised patterns, `01.a`, rare letters. */
const UNPARSABLE_LIMIT = 70;

function accepts(source, module) {
  try {
    if (module) new vm.SourceTextModule(source);
    else new vm.Script(source.replace(/^\uFEFF/, ''));
    return true;
  } catch (error) {
    if (error.name !== 'SyntaxError') throw error;
    return false;
  }
}

function* programs(cache) {
  const root = path.join(install(cache, ['test262-parser-tests@0.0.5']), 'node_modules/test262-parser-tests');
  for (const kind of ['pass', 'pass-explicit']) {
    for (const name of fs.readdirSync(path.join(root, kind))) {
      yield { name: `${kind}/${name}`, source: fs.readFileSync(path.join(root, kind, name), 'utf8'), module: name.includes('.module.') };
    }
  }
  yield* corners();
}

async function main() {
  const [program, cache] = process.argv.slice(2);
  const rewriter = new Rewriter(program);
  const count = { accepted: 0, rewritten: 0, ignored: 0, unparsable: 0, refused: 0 };
  const broken = [];
  for (const { name, source, module, readable } of programs(cache)) {
    if (!accepts(source, module)) {
      count.refused++;
      continue;
    }
    count.accepted++;
    const result = await rewriter.rewrite(source, 'f.js');
    count[result.state]++;
    if (readable !== undefined && readable !== (result.state !== 'unparsable')) broken.push(`${name}: ${result.state}`);
    if (result.state === 'unparsable' && process.env.VERBOSE) console.log(`${name}: ${JSON.stringify(source.slice(0, 100))}`);
    if (result.state === 'unparsable') assert.strictEqual(result.text, source);
    const lines = (text) => text.split(/\r\n|[\n\r\u2028\u2029]/).length;
    if (!accepts(result.text, module)) broken.push(`${name}: ${source.slice(0, 200)}\n  => ${result.text.slice(0, 400)}`);
    else if (lines(result.text) !== lines(source)) broken.push(`${name}: lines moved`);
  }
  rewriter.close();
  console.log(JSON.stringify(count));
  assert.deepStrictEqual(broken, []);
  assert.ok(count.rewritten > 1500, 'the programs were there');
  assert.ok(count.unparsable <= UNPARSABLE_LIMIT, `${count.unparsable} programs could not be read`);
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
