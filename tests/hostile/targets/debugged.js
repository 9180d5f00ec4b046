'use strict';
// Asks for a debugger while it is loaded; the tests, forked from it, look whether one listens.
const net = require('net');

process.kill(process.pid, 'SIGUSR1');
const until = Date.now() + 500;
while (Date.now() < until);

exports.connect = () => new Promise((resolve) => {
  const socket = net.connect(9229, '127.0.0.1');
  socket.on('connect', () => resolve('connected'));
  socket.on('error', (error) => resolve(error.code));
});
/** A signal like any other for who listens to it. */
exports.hear = () => new Promise((resolve) => {
  // Listening alone keeps no process alive.
  setTimeout(resolve, 3000, 'deaf');
  process.once('SIGUSR1', () => resolve('heard'));
  process.kill(process.pid, 'SIGUSR1');
});
