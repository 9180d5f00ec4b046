'use strict';
// Signals processes by number. As a program: node signaller.js NUMBER, prints what became of it.

function attempt(pid, signal) {
  try {
    return String(process.kill(pid, signal));
  } catch (error) {
    return error.code;
  }
}

exports.signal = (pid) => attempt(pid, 'SIGTERM');
exports.group = (pid) => attempt(-pid, 'SIGTERM');
/** Is it there? */
exports.ask = (pid) => attempt(pid, 0);

if (require.main === module) {
  const pid = Number(process.argv[2]);
  process.stdout.write([exports.signal(pid), exports.group(pid), exports.ask(pid)].join());
}
