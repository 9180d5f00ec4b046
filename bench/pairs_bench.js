'use strict';
// bench/run pairs [NAME…]: every pair of passes on every package of tests/roundtrip/packages.js (the test command takes a sample).
const { execFileSync, spawnSync } = require('child_process');
const path = require('path');

const root = path.dirname(__dirname);
execFileSync(path.join(root, 'tools/build.sh'), ['dev', 'rewrite'], { stdio: 'inherit' });
const build = path.join(root, 'build/dev');
const script = path.join(root, 'tests/roundtrip/pairs.js');
const args = [script, path.join(build, 'tests/roundtrip/rewrite'), path.join(build, 'npm-cache'), ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0 ? 0 : 1;
