'use strict';
// Two functions that leave a note in the same file and say what is in it then: what they say depends on who is quicker.
const fs = require('fs');

async function visit(name) {
  await fs.promises.appendFile('visitors', name);
  await fs.promises.appendFile('visitors', name);
  return fs.promises.readFile('visitors', 'utf8');
}

const loadedIn = process.cwd();
/** Whether what was remembered while loading is true in a test. */
exports.stays = () => `${loadedIn === process.cwd()}`;
exports.anna = () => visit('a');
exports.bert = () => visit('b');
