'use strict';
// Folders for the generated tests that work with files. A process has one folder among the system's temporary files, each test a
// fresh one below it. Nothing else is removed, and nothing stays: what a killed run has left, the next one removes. A marker file in
// the folder of a process says that this file made the folder.
const { createHash } = require('node:crypto');
const { chmodSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, realpathSync, rmdirSync, symlinkSync,
  unlinkSync, writeFileSync } = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const TREE = [
  {"path":"file.txt","kind":"file","content":"hello kingbird\nsecond line\n","mode":420},
  {"path":"data.json","kind":"file","content":"{\"name\": \"kingbird\", \"count\": 3, \"list\": [1, 2, 3]}\n","mode":420},
  {"path":"malformed.json","kind":"file","content":"{\"name\": \"kingbird\", \"list\": [1, 2\n","mode":420},
  {"path":"empty.txt","kind":"file","content":"","mode":420},
  {"path":"readonly.txt","kind":"file","content":"do not write\n","mode":292},
  {"path":"script.js","kind":"file","content":"module.exports = 42;\n","mode":420},
  {"path":"dir","kind":"folder","content":"","mode":493},
  {"path":"full","kind":"folder","content":"","mode":493},
  {"path":"full/a.txt","kind":"file","content":"a\n","mode":420},
  {"path":"full/nested","kind":"folder","content":"","mode":493},
  {"path":"full/nested/b.json","kind":"file","content":"{\"b\": true}\n","mode":420},
  {"path":".gitignore","kind":"file","content":"# not kept\n*.log\n!keep.log\n/dir/\nfull/nested\n","mode":420},
  {"path":"link","kind":"link","content":"file.txt","mode":0},
  {"path":"broken","kind":"link","content":"missing.txt","mode":0},
];

// Some runners give tests a copy of `process`, which hears neither signals nor the end.
const load = process.getBuiltinModule || require('node:module')._load;
const self = (typeof load === 'function' && load('node:process')) || process;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The process's folder, while there is one. */
let own;
/** The test's folder, and what to go back to after the test. */
let folder;
let before;
/** Programs find the user's settings and temporary files by these. */
const PLACES = { HOME: 'home', USERPROFILE: 'home', TMPDIR: 'tmp', TMP: 'tmp', TEMP: 'tmp', XDG_CACHE_HOME: '', XDG_CONFIG_HOME: '',
  XDG_DATA_HOME: '', XDG_STATE_HOME: '' };
let count = 0;
/** Folders of tests that are over: what they began there may still go on. */
let left = [];
let swept = false;
let abandoned = false;

/** Makes a fresh folder with the files the tests expect, and one for the user's settings, and enters it. */
function enter() {
  if (abandoned) throw new Error('the test runner is gone');
  if (folder !== undefined) goBack();
  if (own === undefined || !lstatSync(own, { throwIfNoEntry: false })) open();
  before = { cwd: process.cwd(), umask: process.umask(0o022), env: Object.keys(PLACES).map((name) => [name, self.env[name]]) };
  const around = path.join(own, String(++count));
  folder = path.join(around, 'work');
  for (const made of [around, folder, path.join(around, 'home'), path.join(around, 'tmp')]) mkdirSync(made);
  for (const [name, place] of Object.entries(PLACES)) setVariable(name, place ? path.join(around, place) : undefined);
  for (const entry of TREE) {
    const at = path.join(folder, entry.path);
    if (entry.kind === 'folder') mkdirSync(at, { mode: entry.mode });
    else if (entry.kind === 'link') symlinkSync(entry.content, at);
    else writeFileSync(at, entry.content, { mode: entry.mode });
  }
  process.chdir(folder);
}

// File operations that were begun and are not over: they see the folder of the test that runs then.
const atWork = () => (process.getActiveResourcesInfo ? process.getActiveResourcesInfo() : []).some((name) => name.startsWith('FSReq'));

/** Leaves the folder when what the test began in it is over, or takes long. */
async function leave() {
  const deadline = performance.now() + 1000;
  for (let quiet = 0; quiet < 2 && performance.now() < deadline; quiet = atWork() ? 0 : quiet + 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  goBack();
  if (left.length > 20) removeBelow(own, left.shift());
}

function setVariable(name, value) {
  for (const env of [self.env, process.env]) {
    if (value === undefined) delete env[name];
    else env[name] = value;
  }
}

function goBack() {
  if (folder === undefined) return;
  process.chdir(before.cwd);
  process.umask(before.umask);
  for (const [name, value] of before.env) setVariable(name, value);
  left.push(path.dirname(folder));
  folder = undefined;
}

/** Removes all that enter() has made. Until then signals wait. */
function close() {
  discard();
  own = undefined;
  // What a test that was broken off still does must not happen where the user's files are.
  if (!atWork()) goBack();
  self.removeListener('exit', close);
  self.removeListener('disconnect', abandon);
  self.removeListener('uncaughtExceptionMonitor', unheard);
  for (const signal of SIGNALS) self.removeListener(signal, end);
}

/** Removes the files and stays: relative paths lead nowhere then. Operations on their way may need more than one look. */
function discard() {
  for (let looks = 3; own !== undefined && looks > 0; looks--) {
    try {
      removeOwn(own);
      return;
    } catch (error) {
      if (error.code !== 'ENOTEMPTY' || looks === 1) throw error;
    }
  }
}

/** A worker whose runner was killed: it may wait for it forever. */
function abandon() {
  abandoned = true;
  close();
}

/** Nobody reads the report any more: runners end of that, some of them without a word. */
function unheard(error) {
  if (error && error.code === 'EPIPE') discard();
}

/** The signal does what it would have done without us. */
function end(signal) {
  try {
    discard();
  } finally {
    if (self.listenerCount(signal) === 1) {
      self.removeListener(signal, end);
      self.kill(self.pid, signal);
    }
  }
}

function open() {
  const temporary = realpathSync(os.tmpdir());
  if (!swept) sweep(temporary);
  swept = true;
  close();
  self.on('exit', close);
  self.on('uncaughtExceptionMonitor', unheard);
  if (self.connected) self.on('disconnect', abandon);
  for (const signal of SIGNALS) self.on(signal, end);
  left = [];
  own = mkdtempSync(path.join(temporary, `kingbird-suite-${self.pid}-${birth(self.pid)}-${MACHINE}-`));
  writeFileSync(path.join(own, MARKER), path.basename(own), { flag: 'wx' });
}

/** Takes a link away, not what it leads to. Throws where `at` is not below the folder. */
function removeBelow(base, at) {
  const stat = lstatSync(at, { throwIfNoEntry: false });
  if (!stat) return;
  const real = path.join(realpathSync(path.dirname(at)), path.basename(at));
  if (!real.startsWith(base + path.sep)) throw new Error(`${at} is not below ${base} and stays`);
  if (!stat.isDirectory()) {
    unlinkSync(real);
    return;
  }
  if ((stat.mode & 0o700) !== 0o700) chmodSync(real, 0o700);
  for (const name of readdirSync(real)) removeBelow(base, path.join(real, name));
  rmdirSync(real);
}

/** A folder that open() made, now or in an earlier run. The marker goes last: what is left of the folder is still known by it. */
function removeOwn(made) {
  const stat = lstatSync(made, { throwIfNoEntry: false });
  if (!stat || !stat.isDirectory()) return;
  if ((stat.mode & 0o700) !== 0o700) chmodSync(made, 0o700);
  for (const name of readdirSync(made)) if (name !== MARKER) removeBelow(made, path.join(made, name));
  removeBelow(made, path.join(made, MARKER));
  rmdirSync(made);
}

const NAME = /^kingbird-suite-(\d+)-(\d+)-([0-9a-f]+)-\w+$/;
const MARKER = '.kingbird-suite';

/** Whether open() made the folder: a folder of the user's may have such a name, too. */
function isMarked(made) {
  const marker = path.join(made, MARKER);
  const stat = lstatSync(marker, { throwIfNoEntry: false });
  return stat !== undefined && stat.isFile() && readFileSync(marker, 'utf8') === path.basename(made);
}

/** Removes what processes of this user have left that were killed. */
function sweep(temporary) {
  for (const name of readdirSync(temporary)) {
    const [, pid, born, machine] = NAME.exec(name) || [];
    if (machine !== MACHINE || isAlive(Number(pid), born)) continue;
    const made = path.join(temporary, name);
    try {
      const stat = lstatSync(made);
      if (stat.isDirectory() && (!process.getuid || stat.uid === process.getuid()) && isMarked(made)) removeOwn(made);
    } catch (error) {
      // Another run does the same, or will.
    }
  }
}

/** When the process began, as the system tells it; '0' where it does not. */
function birth(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch (error) {
    return '0';
  }
}

function isAlive(pid, born) {
  try {
    self.kill(pid, 0);
  } catch (error) {
    if (error.code === 'ESRCH') return false;
  }
  return birth(pid) === born;
}

/** Processes that know each other by their ids. */
const MACHINE = createHash('sha256').update(`${os.hostname()} ${numbering()}`).digest('hex').slice(0, 8);
function numbering() {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch (error) {
    return '';
  }
}

/** The absolute path of something in the test's folder. */
const here = (...names) => path.join(folder, ...names);

module.exports = { enter, leave, close, here };
