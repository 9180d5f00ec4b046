'use strict';
// Packages that ship their own tests, pinned. The files of `tests` are loaded one after the other into one process (suite.js), unless
// `command` says how. `random`: the tests draw from crypto, so hit or not is all that can be compared. `kind` says what a package adds: classes, ES modules, streams …

const packages = [
  { name: 'qs', version: '6.14.1', tests: /^test\/[^/]*\.js$/, kind: 'objects' },
  { name: 'minimist', version: '1.2.8', tests: /^test\/[^/]*\.js$/, kind: 'strings' },
  { name: 'es5-shim', version: '4.6.7', command: ['jasmine-node/lib/jasmine-node/cli.js', '--noColor', '--matchall', 'es5-shim.js', 'es5-sham.js', 'tests/helpers/', 'tests/spec/'], kind: 'polyfills' },
  { name: 'deep-equal', version: '2.2.3', tests: /^test\/[^/]*\.js$/, kind: 'built-ins' },
  { name: 'object-inspect', version: '1.13.4', tests: /^test\/[^/]*\.js$/, kind: 'built-ins' },
  { name: 'resolve', version: '1.22.11', tests: /^test\/(?!symlinks|node_path)[^/]*\.js$/, kind: 'files' },
  { name: 'object.assign', version: '4.1.7', tests: /^test\/[^/]*\.js$/, kind: 'polyfills' },
  { name: 'call-bind', version: '1.0.8', tests: /^test\/[^/]*\.js$/, kind: 'functions' },
  { name: 'json-stable-stringify', version: '1.3.0', tests: /^test\/[^/]*\.js$/, kind: 'objects' },
  { name: 'traverse', version: '0.6.11', tests: /^test\/[^/]*\.js$/, kind: 'this, recursion' },
  { name: 'string.prototype.matchall', version: '4.0.12', tests: /^test\/[^/]*\.js$/, kind: 'regular expressions' },
  { name: 'regexp.prototype.flags', version: '1.5.4', tests: /^test\/[^/]*\.js$/, kind: 'getters' },
  { name: 'fastq', version: '1.19.1', tests: /^test\/[^/]*\.js$/, kind: 'callbacks, promises' },
  { name: 'split2', version: '4.2.0', tests: /^test\.js$/, kind: 'streams' },
  { name: 'secure-json-parse', version: '4.0.0', tests: /^test\/[^/]*\.js$/, kind: 'parsing' },
  { name: 'find-my-way', version: '9.3.0', tests: /^test\/(constraint|methods|params|optional|on-|match-all|pretty)[^/]*\.js$/, kind: 'trees, code generation' },
  { name: '@fastify/deepmerge', version: '3.2.4', tests: /^test\/[^/]*\.js$/, kind: 'closures' },
  { name: '@fastify/error', version: '4.2.0', tests: /^test\/[^/]*\.js$/, kind: 'classes, stack traces' },
  { name: 'fast-uri', version: '3.0.6', tests: /^test\/[^/]*\.js$/, kind: 'strings' },
  { name: 'json-schema-ref-resolver', version: '3.0.0', tests: /^test\/[^/]*\.js$/, kind: 'classes with private members' },
  { name: 'fraction.js', version: '5.3.4', command: ['mocha/bin/mocha.js', '--reporter', 'tap', 'tests/fraction.test.js'], kind: 'classes, BigInt' },
  { name: 'abstract-level', version: '3.1.1', tests: /^test\/self\.js$/, kind: 'classes, async generators' },
  { name: 'bl', version: '7.0.13', tests: /^test\/[^/]*\.js$/, random: true, kind: 'ES modules, classes' },
  { name: 'cborg', version: '4.2.15', command: ['mocha/bin/mocha.js', '--reporter', 'tap', ...['0uint', '1negint', '2bytes', '3string', '4array', '5map', '6tag', '7float', 'decode-errors', 'json'].map((name) => `test/test-${name}.js`)], kind: 'ES modules, classes' },
];

/** What their tests need. */
const runners = [
  ...['tape@5.9.0', 'jasmine-node@3.0.0', 'mocha@11.7.5', 'chai@6.2.1'],
  ...['iconv-lite@0.5.2', 'safer-buffer@2.1.2', 'object.getownpropertydescriptors@2.1.8', 'error-cause@1.0.8', 'make-arrow-function@1.2.0'],
  ...['string.prototype.repeat@1.0.0', 'es-value-fixtures@1.7.1', 'rimraf@2.7.1', 'array.prototype.map@1.0.8', 'has-strict-mode@1.1.0'],
  ...['es6-shim@0.35.8', 'rfdc@1.4.1', 'proxyquire@2.1.3', 'ajv@8.17.1', 'uri-js@4.4.1', 'callback-stream@1.1.0'],
  ...['has-typed-arrays@1.0.1', 'available-regexp-flags@1.0.4', 'has-proto@1.2.0', 'has-bigints@1.1.0', 'has-dynamic-import@2.1.1'],
];

module.exports = { packages, runners };
