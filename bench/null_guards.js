'use strict';
// `node bench/null_guards.js FILE Array.prototype.some`: prints how many statements `if (this == null) throw …` of a polyfill no
// call can reach. The function is called on null and undefined; where it is not strict, `this` is the global object by then and
// no guard holds. An object like document.all compares equal to both, but not with ===. See
// docs/decisions/0004-unreachable-statements.md.
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const v8 = require('node:v8');

const [file, native] = process.argv.slice(2);
const NOTHING = '(?:null|undefined|void 0)';
const CHECK = `(?:${NOTHING}\\s*={2,3}\\s*this|this\\s*={2,3}\\s*${NOTHING})`;
const GUARD = new RegExp(`if\\s*\\(\\s*(${CHECK}(?:\\s*\\|\\|\\s*${CHECK})*)\\s*\\)(?=\\s*\\{?\\s*throw\\b)`, 'g');

let guards = 0;
const text = fs.readFileSync(file, 'utf8').replace(GUARD, (whole, condition) => `if ((${condition}) && guardHolds(${guards++}))`);
const held = new Set();
globalThis.guardHolds = (guard) => held.add(guard);

const names = native.split('.');
const name = names.pop();
const holder = names.reduce((object, key) => object[key], globalThis);
delete holder[name];
const module_ = new Module(path.resolve(file), null);
module_._compile(text, path.resolve(file));
const implementation = holder[name];
v8.setFlagsFromString('--allow-natives-syntax');
for (const self of [null, undefined, (0, eval)('%GetUndetectable()')]) {
  try {
    Reflect.apply(implementation, self, [() => {}]);
  } catch {
    // Whether a guard held is known.
  }
}
console.log(guards - held.size);
