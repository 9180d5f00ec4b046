'use strict';
// A debugger finds every object of a process, the agent's among them, and may call what it finds: targets have none.

const inspector = require('inspector');

/** As Node says it where it was built without one. */
function refuse() {
  throw Object.assign(new Error('Inspector is not available'), { code: 'ERR_INSPECTOR_NOT_AVAILABLE' });
}

function replace(object, names) {
  for (const name of names) {
    if (object && object[name]) Object.defineProperty(object, name, { value: refuse, writable: false, configurable: false });
  }
}

/** What is native of it, where programs may still ask for that. */
function binding() {
  try {
    return process.binding('inspector');
  } catch {
    return undefined;
  }
}

function forbidDebugger() {
  replace(inspector.Session.prototype, ['connect', 'connectToMainThread']);
  replace(inspector, ['open', 'waitForDebugger']);
  replace(binding(), ['Connection', 'MainThreadConnection', 'open']);
}

module.exports = { forbidDebugger };
