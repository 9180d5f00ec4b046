'use strict';
// Changes whatever a test can change in its own process; the next test must not notice.
const fs = require('fs');

const acts = {
  deletePrototypes() {
    for (const type of [Object, Array, Function, String, Promise, Map, Error]) {
      for (const name of Object.getOwnPropertyNames(type.prototype)) {
        try {
          delete type.prototype[name];
        } catch {
          // Not all can be deleted.
        }
      }
    }
  },
  replaceConsole() {
    console.log = () => 'silenced';
  },
  replaceStdout() {
    process.stdout.write = () => true;
  },
  replaceJson() {
    JSON = { parse: () => 'fake', stringify: () => 'fake' };
  },
  replacePromise() {
    Promise = class Fake {};
  },
  closeStdout() {
    fs.closeSync(1);
  },
  changeFolder() {
    process.chdir('/');
  },
  changeUmask() {
    process.umask(0o777);
  },
  changeEnvironment() {
    process.env.HOME = '/nowhere';
    delete process.env.PATH;
  },
  removeWorkingFolder() {
    fs.rmSync(process.cwd(), { recursive: true });
  },
  lockFolders() {
    fs.mkdirSync('locked/inner', { recursive: true });
    fs.writeFileSync('locked/inner/file', 'x');
    fs.chmodSync('locked/inner', 0);
    fs.chmodSync('locked', 0);
  },
  /** More folders in each other than a process may have files open. */
  digDeep() {
    const hundred = 'deep/'.repeat(100);
    for (let i = 0; i < 15; i++) {
      fs.mkdirSync(hundred, { recursive: true });
      process.chdir(hundred);
    }
    fs.writeFileSync('file', 'x');
  },
  /** They can be entered, not listed. */
  hideFolders() {
    fs.mkdirSync('hidden', { mode: 0o300 });
    fs.mkdirSync('hidden/inner', { mode: 0o300 });
    fs.writeFileSync('hidden/inner/file', 'x');
  },
  linkOut() {
    fs.symlinkSync('/etc', 'etc');
    fs.symlinkSync('/', 'full/root');
  },
  poisonModules() {
    for (const key of Object.keys(require.cache)) delete require.cache[key];
    fs.readFileSync = () => 'fake';
  },
};

/** What the next test can see of the process and its surroundings. */
function state(times) {
  console.log('printed');
  const seen = [];
  const list = (folder) => {
    for (const name of fs.readdirSync(folder).sort()) {
      const file = `${folder}/${name}`;
      const info = fs.lstatSync(file);
      seen.push(`${file} ${info.mode.toString(8)} ${times ? info.mtimeMs : ''}`);
      if (info.isDirectory()) list(file);
      if (info.isFile()) seen.push(fs.readFileSync(file, 'utf8'));
    }
  };
  list('.');
  return JSON.stringify([process.cwd(), process.umask(), process.env, process.pid, seen, typeof Promise.resolve,
    [3, 1].sort(), Object.keys(require.cache).length]);
}

/** What is in the folder it starts in. */
const names = () => fs.readdirSync('.').join();

module.exports = { ...acts, state, names, acts: Object.keys(acts) };
