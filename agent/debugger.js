'use strict';
// A debugger finds every object of a process, the agent's among them, and may call what it finds: targets have none.

/** As Node says it where it was built without one. */
function refuse() {
  throw Object.assign(new Error('Inspector is not available'), { code: 'ERR_INSPECTOR_NOT_AVAILABLE' });
}

function replace(object, names) {
  for (const name of names) {
    if (object && object[name]) Object.defineProperty(object, name, { value: refuse, writable: false, configurable: false });
  }
}

function attempt(act) {
  try {
    return act();
  } catch {
    return undefined;
  }
}

function forbidDebugger() {
  const inspector = attempt(() => require('inspector'));
  if (!inspector) return;
  replace(inspector.Session.prototype, ['connect', 'connectToMainThread']);
  replace(inspector, ['open', 'waitForDebugger']);
  // What is native of it, where programs may still ask for that; the advice not to is for others.
  const before = Object.getOwnPropertyDescriptor(process, 'noDeprecation');
  process.noDeprecation = true;
  replace(attempt(() => process.binding('inspector')), ['Connection', 'MainThreadConnection', 'open']);
  delete process.noDeprecation;
  if (before) Object.defineProperty(process, 'noDeprecation', before);
}

module.exports = { forbidDebugger };
