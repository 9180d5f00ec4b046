'use strict';
// A process that died before its pipes were there (as pm2's issue 808). Nothing of it is exported but the list.
const log = [];

function onExit(child, code) {
  if (child.logs) {
    child.logs.out.close();
    child.logs.err.close();
  }
  log.push(code === 0 ? 'stopped' : 'crashed');
  if (code !== 0 && child.restart) child.restart(child.id);
}

exports.log = log;
exports.watch = (emitter, child) => emitter.on('exit', (code) => onExit(child, code));
