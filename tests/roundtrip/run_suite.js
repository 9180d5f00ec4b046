'use strict';
// node run_suite.js FILE…: loads test files one after the other, as CommonJS or ES modules; writes what was covered to
// $COVERAGE_FILE when the process ends. A file that cannot be loaded says so: that, too, must be the same for the rewritten one.
const fs = require('fs');
const path = require('path');
const { pathToFileURL } = require('url');
const coverage = require('../../agent/coverage.js');

// What the zygote of a target rewritten by these passes would install; STAGED is the answer of `rewrite stage`.
if (process.env.STAGED) {
  const { passes, root, original, files } = JSON.parse(fs.readFileSync(process.env.STAGED, 'utf8'));
  require('../../agent/read_trace.js');
  require('../../agent/function_source.js').install(files, { staged: root, original });
  if (passes.includes('type_hooks')) require('../../agent/type_hooks.js').install();
  const stress = passes.includes('concolic-stress');
  if (stress || passes.includes('concolic')) require('../../agent/concolic/install.js').install({ stress });
  if (stress) reportFaults();
}

/** What the debug oracle found is a result like any other. */
function reportFaults() {
  const { faults } = require('../../agent/concolic/oracle.js');
  const { log } = console;
  process.on('exit', () => {
    for (let i = 0; i < faults.length; i++) log(`not ok - oracle: ${faults[i]}`);
  });
}

// Tests that draw random numbers draw the same ones each time.
let state = 1;
Math.random = () => (state = (state * 48271) % 2147483647) / 2147483647;

process.on('exit', () => {
  if (!process.env.COVERAGE_FILE) return;
  const ours = Object.fromEntries(Object.entries(coverage.loaded()).map(([key, counters]) => [key, Array.from(counters)]));
  fs.writeFileSync(process.env.COVERAGE_FILE, JSON.stringify({ ours, istanbul: globalThis.__coverage__ || {} }));
});

function complain(file, error) {
  console.log(`not ok - cannot load ${file}: ${String(error && error.message).split('\n')[0]}`);
}

/** Synchronously where possible: tape begins to run in the next tick, and all tests should be known by then. */
function main(files) {
  for (const file of files) {
    try {
      require(path.resolve(file));
    } catch (error) {
      if (!error || error.code !== 'ERR_REQUIRE_ESM') complain(file, error);
      else import(pathToFileURL(path.resolve(file))).catch((reason) => complain(file, reason));
    }
  }
}

const script = process.env.RUNNER;
if (script) {
  process.argv.splice(1, 1, script);
  require(script);
} else {
  main(process.argv.slice(2));
}
