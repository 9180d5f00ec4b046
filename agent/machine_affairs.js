'use strict';
// Notices that a test lists a folder that is neither its own nor the target's. What is in there is the machine's affair, and so
// is all that would come of it: the test need not go on. Beneath fs, so that every way to readdir passes: callbacks, promises,
// sync, what others made of fs. opendir has no such place and goes unnoticed.
// And notices that a test gives a file to another user: ordinary users may not, root may, and in a sandbox there is no other user.
const { resolve, sep } = require('node:path');
const P = require('./primordials.js');

const bufferText = P.uncurry(Buffer.prototype.toString);
const { cwd } = process;

/** @type {string[]} */
let roots = [];
/** @type {() => void} */
let onListing = () => {};
/** @type {() => void} */
let onGiving = () => {};
/** What chown leaves as it is. */
const kSame = [-1, 2 ** 32 - 1];

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

/** The same function of chown's kind, (file, user, group), noticed. */
function watched(chown) {
  const mine = { user: [process.getuid(), ...kSame], group: [process.getgid(), ...kSame] };
  return function (file, user, group) {
    if (!P.includes(mine.user, user) || !P.includes(mine.group, group)) onGiving();
    return P.apply(chown, this, arguments);
  };
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
  for (const name of ['chown', 'fchown', 'lchown']) {
    if (typeof binding[name] === 'function') binding[name] = watched(binding[name]);
  }
}

/**
 * @param {() => void} listing before such a folder is listed; what it throws is thrown at who wants to
 * @param {() => void} giving before a file is given to another user
 */
function watch(listing, giving = () => {}) {
  onListing = listing;
  onGiving = giving;
}

/** For watch(), where many tests share a process. */
function refuse() {
  throw new P.TypeError('a folder of the machine');
}

module.exports = { install, watch, refuse };
