'use strict';
// Runs files of Test262 in engine262, for coverage: node test262.js PROGRAM-OF-ENGINE262 LIST
// LIST: {folder, tests}. Each test gets a realm of its own with the includes its front matter names; a line "@done" tells of each.
const fs = require('node:fs');
const path = require('node:path');
const { tellHits } = require('./counters.js');
const home = path.dirname(process.argv[2]);
const api = require(path.resolve(home, '..'));
const { createAgent, createRealm } = require(path.resolve(home, 'test262_realm.js'));

const list = JSON.parse(fs.readFileSync(process.argv[3], 'utf8'));
const includes = new Map();
function include(name) {
  if (!includes.has(name)) includes.set(name, fs.readFileSync(path.join(list.folder, 'harness', name), 'utf8'));
  return includes.get(name);
}
function listIn(front, key) {
  const inline = new RegExp(`^${key}:\\s*\\[(.*?)\\]`, 'ms').exec(front);
  if (inline !== null) return inline[1].split(',').map((word) => word.trim()).filter((word) => word !== '');
  const lines = new RegExp(`^${key}:\\s*\\n((?:\\s+- .*\\n)+)`, 'm').exec(front);
  return lines === null ? [] : lines[1].trim().split('\n').map((line) => line.trim().slice(2));
}

function run(file) {
  const text = fs.readFileSync(file, 'utf8');
  const front = (/\/\*---([\s\S]*?)---\*\//.exec(text) || ['', ''])[1];
  const flags = listIn(front, 'flags');
  if (flags.includes('module')) return;
  const names = flags.includes('raw') ? [] : ['assert.js', 'sta.js', ...listIn(front, 'includes')];
  if (flags.includes('async')) names.push('doneprintHandle.js');
  const { realm, setPrintHandle } = createRealm({});
  setPrintHandle(() => undefined);
  for (const name of names) realm.evaluateScript(include(name), { specifier: name });
  realm.evaluateScript(flags.includes('onlyStrict') ? `'use strict';\n${text}` : text, { specifier: file });
}

list.tests.forEach((file, index) => {
  api.setSurroundingAgent(createAgent({ features: [] }));
  try {
    run(file);
  } catch (error) {
    fs.writeSync(2, `${file}: ${error.message}\n`);
  }
  tellHits();
  fs.writeSync(1, `@done\t${index}\n`);
});
