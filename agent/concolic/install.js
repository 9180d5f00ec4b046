'use strict';
// Makes the runtime known to rewritten code, before any of it is loaded: as a constant of the global scope, which compiled code can
// rely on, and no property of the global object.
const Module = require('node:module');
const vm = require('node:vm');
const { runtime, configure, trace } = require('./runtime.js');
const registry = require('./registry.js');
const P = require('../primordials.js');
const { apiOf } = require('./script.js');
const { moduleStandIn, functionStandIn } = require('./inputs.js');
require('./models/index.js');

/** What a rewritten file requires may be an input, whatever it would be: it need not even be there. */
function interceptRequire(standIns) {
  const load = Module._load;
  Module._load = function (request, parent, isMain) {
    const rewritten = parent !== null && parent !== undefined && registry.isRewritten(parent.filename);
    if (rewritten && apiOf(request) !== undefined) return apiOf(request);
    return rewritten && standIns ? moduleStandIn(`require:${request}`) : load.call(this, request, parent, isMain);
  };
}

function defineGlobal(name) {
  if (name in globalThis) return;
  P.defineProperty(globalThis, name, { __proto__: null, value: moduleStandIn(name), writable: true, enumerable: false, configurable: true });
}

/** @param {{stress?: boolean, stand_ins?: boolean}} [options] */
function install(options = {}) {
  configure({ siteOf: registry.siteOf, patternsOf: registry.patternsOf });
  if (options.stress === true) require('./oracle.js').start(runtime, trace);
  interceptRequire(options.stand_ins === true);
  if (options.stand_ins === true) {
    // Names that nobody declares have to mean something while the file is loaded.
    registry.onFile((file) => {
      for (let i = 0; i < file.free.length; i++) defineGlobal(file.free[i]);
    });
    configure({ standIn: (site) => functionStandIn(registry.nameOf(site)) });
  }
  runtime.file = registry.file;
  runtime.scope = registry.scope;
  runtime.keep = registry.keep;
  vm.runInThisContext('(value) => { globalThis.__kb_hand_over = value; }')(runtime);
  vm.runInThisContext('const __kb$ = globalThis.__kb_hand_over; delete globalThis.__kb_hand_over;');
  // Cells that were never written are folded into the code; these will be.
  for (const value of [-1, 0]) runtime.p = value;
  for (const value of [1, 0]) runtime.np = value;
  for (const value of [1, 0]) runtime.nk = value;
}

module.exports = { install };
