'use strict';
const { execFile } = require('node:child_process');

/** The revision that is checked out, as a short text. */
function revision() {
  return new Promise((resolve) => {
    execFile('git', ['rev-parse', '--short', 'HEAD'], (error, stdout) => {
      if (error) resolve('unknown');
      else resolve(stdout.trim() || 'empty');
    });
  });
}

module.exports = { revision };
