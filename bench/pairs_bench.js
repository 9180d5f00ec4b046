'use strict';
// bench/run pairs [NAME…]: every package of tests/roundtrip/packages.js, beside Istanbul (suite.js) and with every pair of passes
// (pairs.js); the test command takes a sample of both.
const { execFileSync, spawnSync } = require('child_process');
const path = require('path');

const root = path.dirname(__dirname);
execFileSync(path.join(root, 'tools/build.sh'), ['dev', 'rewrite'], { stdio: 'inherit' });
const build = path.join(root, 'build/dev');
const scripts = ['suite.js', 'pairs.js'].map((name) => path.join(root, 'tests/roundtrip', name));
const args = [path.join(build, 'tests/roundtrip/rewrite'), path.join(build, 'npm-cache'), ...process.argv.slice(2)];
const failed = scripts.filter((script) => spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' }).status !== 0);
process.exitCode = failed.length === 0 ? 0 : 1;
