'use strict';
// Looks for the agent, whose functions it could replace by its own.
const fs = require('fs');
const Module = require('module');

/** Names of what modules hand out, this one's apart. */
function handedOut(modules) {
  return modules.filter((one) => one && one.filename !== __filename).flatMap((one) => Object.keys(one.exports || {}));
}

function descendants(module, seen = new Set()) {
  if (!module || seen.has(module)) return [];
  seen.add(module);
  return [module, ...(module.children || []).flatMap((child) => descendants(child, seen))];
}

exports.search = () => {
  const found = handedOut([...Object.values(require.cache), ...Object.values(Module._cache)]);
  for (const first of [require.main, process.mainModule, module.parent]) found.push(...handedOut(descendants(first)));
  return found.join();
};

exports.addon = () => {
  const path = fs.readFileSync('/proc/self/maps', 'utf8').match(/\/\S*kingbird\.node/);
  return path === null ? 'no addon' : Object.keys(require(path[0])).join();
};
