'use strict';
// Notices that a test lists a folder that is neither its own nor the target's. What is in there is the machine's affair, and so
// is all that would come of it: the test need not go on. Beneath fs, so that every way to readdir passes: callbacks, promises, sync, what others made of fs.
// opendir has no such place and goes unnoticed.
const { resolve, sep } = require('node:path');
const P = require('./primordials.js');

const bufferText = P.uncurry(Buffer.prototype.toString);
const { cwd } = process;

/** @type {string[]} */
let roots = [];
/** @type {() => void} */
let onListing = () => {};

function isOwn(folder) {
  for (let i = 0; i < roots.length; i++) {
    if (folder === roots[i] || P.startsWith(folder, roots[i] + sep)) return true;
  }
  return false;
}

function note(folder) {
  const text = P.isBuffer(folder) ? bufferText(folder) : folder;
  if (typeof text === 'string' && !isOwn(resolve(cwd(), text))) onListing();
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

/** @param {() => void} act before such a folder is listed; what it throws is thrown at who wants to */
function watch(act) {
  onListing = act;
}

/** For watch(), where many tests share a process. */
function refuse() {
  throw new P.TypeError('a folder of the machine');
}

module.exports = { install, watch, refuse };
