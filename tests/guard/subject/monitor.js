'use strict';
// A process without figures (as pm2's issue 2).
exports.line = (proc) => `${proc.name} ${proc.monit.cpu}%`;
