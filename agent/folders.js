'use strict';
// Notices that a test lists a folder that is neither its own nor the target's. What is in there is the machine's affair, and so
// is all that comes of it. Beneath fs, so that every way to readdir passes: callbacks, promises, sync, what others made of fs.
// opendir has no such place and goes unnoticed.
const { resolve, sep } = require('node:path');
const P = require('./primordials.js');
const { Kind } = require('./event_log.js');

const bufferText = P.uncurry(Buffer.prototype.toString);
const { cwd } = process;

/** @type {string[]} */
let roots = [];
/** @type {import('./event_log.js').EventLog|undefined} of the test, until it lists such a folder */
let log;

function isOwn(folder) {
  for (let i = 0; i < roots.length; i++) {
    if (folder === roots[i] || P.startsWith(folder, roots[i] + sep)) return true;
  }
  return false;
}

function note(folder) {
  if (log === undefined) return;
  const text = P.isBuffer(folder) ? bufferText(folder) : folder;
  if (typeof text !== 'string' || isOwn(resolve(cwd(), text))) return;
  const current = log;
  log = undefined;
  current.event(Kind.listing, 0, -1, false, [], 0);
}

/** Before the target is loaded. @param {string[]} own folders that are the same on every machine */
function install(own) {
  roots = own.map((folder) => resolve(folder));
  let binding;
  try {
    binding = process.binding('fs');
  } catch (error) {
    return;  // a Node that has no such thing: nothing is noticed
  }
  const { readdir } = binding;
  if (typeof readdir !== 'function') return;
  binding.readdir = function (folder) {
    note(folder);
    return P.apply(readdir, this, arguments);
  };
}

/** A test begins. @param {import('./event_log.js').EventLog} eventLog */
function watch(eventLog) {
  log = eventLog;
}

module.exports = { install, watch };
