'use strict';
// node fuzz.js REWRITE [programs] [seed] [passes]: random programs (generator.js) print the same rewritten as they do originally; in the
// concolic pass's stress mode the debug oracle must find nothing.
const assert = require('assert');
const vm = require('vm');
const { Rewriter } = require('./rewriter.js');
const { Generator, FORMS } = require('./generator.js');
const { know } = require('../../agent/function_source.js');
const { runtime } = require('../../agent/concolic/runtime.js');
const { faults } = require('../../agent/concolic/oracle.js');

function show(value, depth = 2) {
  if (typeof value === 'function') return `function ${value.name}/${value.length}`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'symbol') return 'symbol';
  if (Object.is(value, -0)) return '-0';
  if (value === null || typeof value !== 'object') return typeof value === 'string' ? JSON.stringify(value) : String(value);
  if (value.__kingbird$) return 'the global object';
  if (depth === 0) return 'object';
  try {
    if (typeof value.message === 'string' && typeof value.name === 'string') return `${value.name}: ${value.message}`;
    const keys = Object.keys(value).slice(0, 5);
    return `{${keys.map((key) => `${key}: ${show(value[key], depth - 1)}`).join(', ')}}`;
  } catch (error) {
    return `object that throws ${error && error.name}`;
  }
}

/** V8 quotes the source in some messages ("(a || b) is not a function", a function as a key); that part is no difference. */
function normal(text) {
  return text
    .replace(/\((reading|setting) '[^]*(function|class|=>)[^]*'\)/, '($1 source)')
    .replace(/^(top: )?(\w*Error: )[^]* (is not (a|an) \w+|is not iterable|are not iterable)/, '$1$2… $3');
}

/** As Node runs a CommonJS file: a function's body, without the hashbang. Runs in a realm of its own; returns what it told, errors that reached the top included. */
async function run(source) {
  const told = [];
  const sandbox = vm.createContext({ fuel: 200, __kingbird$: (key, size) => new Uint32Array(size), __kb$: runtime });
  sandbox.$ = (value) => {
    if (told.length < 2000) told.push(normal(show(value)));
    return value;
  };
  // A function as text shows our counters, as with Istanbul.
  vm.runInContext('Function.prototype.toString = function toString() { return "source" }', sandbox);
  try {
    const wrapped = `(function (exports) {${source.replace(/^#!.*/, '')}\n}).call({}, {})`;
    new vm.Script(wrapped, { filename: 'f.js' }).runInContext(sandbox, { timeout: 2000 });
  } catch (error) {
    told.push(normal(`top: ${show(error)}`));
  }
  for (let i = 0; i < 20; i++) await null;
  return told;
}

async function main() {
  const [program, count = '1500', seed = '1', passes = 'coverage'] = process.argv.slice(2);
  if (passes.includes('concolic')) require('../../agent/concolic/install.js').install({ stress: passes.includes('stress') });
  // Promises of generated programs are nobody's business.
  process.on('unhandledRejection', () => {});
  const rewriter = new Rewriter(program);
  const used = new Set();
  const differences = [];
  const states = { rewritten: 0, unparsable: 0, refused: 0, ignored: 0 };
  for (let i = 0; i < Number(count); i++) {
    const generator = new Generator((Number(seed) * 1000003 + i) * 2654435761);
    const source = generator.program();
    const before = await run(source);
    if (before.length === 1 && before[0].startsWith('top: SyntaxError')) {
      states.refused++;
      continue;
    }
    const { state, text, functions } = await rewriter.rewrite(source, `f${i}.js`, passes);
    states[state]++;
    if (state !== 'rewritten') continue;
    for (const form of generator.used) used.add(form);
    know(`f${i}.js`, functions, { staged: text, original: source });
    const after = await run(text);
    while (faults.length > 0) after.push(`oracle: ${faults.pop()}`);
    const at = before.findIndex((line, n) => line !== after[n]);
    if (at >= 0 || before.length !== after.length) {
      const place = at < 0 ? before.length : at;
      differences.push(`program ${i}, event ${place}: ${before[place]} / ${after[place]}`);
      if (process.env.VERBOSE) console.log(`--- ${i}\n${source}\n=>\n${text}`);
    }
  }
  rewriter.close();
  console.log(JSON.stringify({ ...states, forms: used.size, different: differences.length }));
  assert.deepStrictEqual(differences, []);
  assert.deepStrictEqual(FORMS.filter((form) => !used.has(form)), [], 'forms that no program used');
  // What evaluates text or has a with at the top is left alone by the concolic pass.
  assert.ok(states.rewritten > (passes === 'coverage' ? 0.7 : 0.4) * Number(count), 'most programs take part');
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
