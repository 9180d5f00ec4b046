'use strict';
// node stage.js REWRITE: a small package of both module systems, with a dependency, a cycle of ES modules and stack traces, prints the same
// staged as it does in place.
const { execFileSync } = require('child_process');
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');

const files = {
  'node_modules/dep/index.js': 'module.exports = () => "dep at " + __filename.split("/").slice(-2).join("/")',
  'node_modules/pkg/package.json': '{"name": "pkg", "main": "index.js"}',
  'node_modules/pkg/index.js': `'use strict'
const dep = require('dep')
const strict = (function () { return this === undefined })()
function where(error) { return error.stack.split('\\n')[1].match(/(\\w+\\.\\w+):(\\d+)/).slice(1).join(':') }
class Shape { static kind = () => 'shape'; #side = 2
  area(side = this.#side) { return side > 1 ? side ** 2 : 0 } }
exports.print = async () => {
  console.log(dep(), strict, Shape.kind.name, new Shape().area(), where(new Error('x')))
  const { first } = await import('./first.mjs')
  console.log(first(), Object.keys(globalThis).includes('__kingbird$'), typeof $k, Object.keys(exports))
  console.log(require('./sloppy.cjs'))
}`,
  // second.mjs runs first and calls back into first.mjs before its first statement ran.
  'node_modules/pkg/first.mjs': `import { second } from './second.mjs'
export function first(again = () => 'again') { return early ? 'late' : second + again.name }
const early = false
`,
  'node_modules/pkg/second.mjs': `import { first } from './first.mjs'
let caught = 'none'
try { first() } catch (error) { caught = error.name + error.message }
export const second = caught
`,
  'node_modules/pkg/sloppy.cjs': '#!/usr/bin/env node\nmodule.exports = (function () { return [typeof this, arguments.length || "no arguments"] })()\n',
};

function run(root, counts) {
  const script = 'require(process.argv[1]).print()';
  const writer = `const c = require(process.argv[2]); process.on('exit', () => require('fs').writeFileSync(process.argv[3], JSON.stringify({
    ours: Object.fromEntries(Object.entries(c.loaded()).map(([k, v]) => [k, [...v]])) })));`;
  return execFileSync(process.execPath, ['-e', writer + script, root, path.join(__dirname, '../../agent/coverage.js'), counts], { encoding: 'utf8' });
}

function main() {
  const program = process.argv[2];
  const temp = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'kingbird-stage-')));
  try {
    for (const [name, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(temp, name)), { recursive: true });
      fs.writeFileSync(path.join(temp, name), text);
    }
    const original = path.join(temp, 'node_modules/pkg');
    const counts = path.join(temp, 'counts.json');
    const before = run(original, counts);
    const staged = JSON.parse(execFileSync(program, ['stage', original, path.join(temp, 'stage')], { encoding: 'utf8' }));
    const after = run(staged.root, counts);
    assert.strictEqual(after, before);
    assert.match(before, /ReferenceError/, 'the cycle calls early');
    const { ours } = JSON.parse(fs.readFileSync(counts, 'utf8'));
    assert.deepStrictEqual(Object.keys(ours).sort(), ['first.mjs', 'index.js', 'second.mjs', 'sloppy.cjs']);
    assert.ok(Object.values(ours).every((list) => list[0] === 1 && list.slice(1).some((count) => count > 0)));
  } finally {
    fs.rmSync(temp, { recursive: true, force: true });
  }
  console.log('same');
}

main();
