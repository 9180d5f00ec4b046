'use strict';
// A package's own tests, and what came of them.
const { spawnSync } = require('child_process');
const assert = require('assert');
const fs = require('fs');
const path = require('path');

/** Result lines of TAP and mocha, without times and places. */
function results({ stdout, status, signal }, root) {
  const lines = stdout.split(root).join('<root>').split('\n');
  const kept = lines.filter((line) => /^\s*(ok|not ok)\b|^# (tests|pass|fail)\b|^\d+ tests, \d+ assertions/.test(line));
  return [...kept.map((line) => line.replace(/\s*# time=.*|\s*\(\d+ms\)/, '')), `exit ${status} ${signal}`];
}

/**
 * Runs a package's own tests where it lies.
 * @param {Record<string, string>} variables for run_suite.js
 */
function runSuite(pack, root, modules, variables) {
  const all = pack.command ? [] : fs.readdirSync(root, { recursive: true }).map(String).sort();
  const args = pack.command ? pack.command.slice(1) : all.filter((file) => pack.tests.test(file));
  assert.ok(args.length > 0, `${pack.name} has tests`);
  const env = { ...process.env, ...variables, NODE_TEST_CONTEXT: '' };
  if (pack.command) env.RUNNER = path.join(modules, pack.command[0]);
  const run = spawnSync(process.execPath, [path.join(__dirname, 'run_suite.js'), ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
    timeout: 600000,
    maxBuffer: 1 << 28,
  });
  return { lines: results(run, root), stderr: run.stderr };
}

/** What changed between two runs, in words; '' for nothing. */
function firstDifference(before, after) {
  const at = before.lines.findIndex((line, i) => line !== after.lines[i]);
  if (at < 0 && before.lines.length === after.lines.length) return '';
  const place = at < 0 ? before.lines.length : at;
  return `results differ: "${before.lines[place]}" is now "${after.lines[place]}"\n${after.stderr.slice(0, 500)}`;
}

module.exports = { firstDifference, runSuite };
