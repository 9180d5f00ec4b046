'use strict';
// Tries to harm the host. Run in the sandbox only: tests/hostile checks the host afterwards.
const fs = require('fs');
const net = require('net');
const path = require('path');
const { spawn, spawnSync } = require('child_process');

/** What is in a folder. Not by readdir: a test that lists a folder of the machine in that way is not run to its end. */
function list(folder) {
  const names = [];
  const opened = fs.opendirSync(folder);
  for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) names.push(entry.name);
  opened.closeSync();
  return names;
}

/** Tries something on everything below a folder, a few thousand entries at most. */
function everywhere(folder, act, left = { count: 3000 }) {
  let names;
  try {
    names = list(folder);
  } catch {
    return;
  }
  for (const name of names) {
    if (left.count-- <= 0) return;
    const file = path.join(folder, name);
    let isFolder = false;
    try {
      isFolder = fs.lstatSync(file).isDirectory();
    } catch {
      continue;
    }
    if (isFolder && !file.startsWith('/proc') && !file.startsWith('/sys')) everywhere(file, act, left);
    try {
      act(file);
    } catch {
      // As it should be.
    }
  }
}

function attempt(act) {
  try {
    return String(act());
  } catch (error) {
    return error.code || error.message;
  }
}

/** The second lock: if even one file can be written outside, nothing else is tried. */
function assertConfined(folder) {
  const written = attempt(() => fs.writeFileSync(path.join(folder, 'canary'), 'written'));
  if (written === 'undefined') throw new Error('not confined');
}

const attacks = {
  remove(folder) {
    everywhere(folder, (file) => fs.rmSync(file, { recursive: true }));
    // Only where a root of our own is around us.
    if (process.cwd() === '/kingbird/work') everywhere('/', (file) => fs.unlinkSync(file));
  },
  truncate(folder) {
    everywhere(folder, (file) => fs.truncateSync(file, 0));
    everywhere(folder, (file) => fs.writeFileSync(file, ''));
  },
  /** By name and by descriptor: stdin is a device in some sandboxes. */
  devices() {
    const acts = [];
    for (const file of ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom']) {
      acts.push(() => fs.chmodSync(file, 0o600), () => fs.utimesSync(file, 1, 1), () => fs.lchownSync(file, 1, 1));
    }
    for (const fd of [0, 1, 2]) acts.push(() => fs.fchmodSync(fd, 0o600), () => fs.futimesSync(fd, 1, 1));
    acts.forEach(attempt);
    return attempt(() => fs.writeFileSync('/dev/null', 'still there'));
  },
  change(folder) {
    everywhere(folder, (file) => fs.chmodSync(file, 0o777));
    everywhere(folder, (file) => fs.utimesSync(file, 1, 1));
    everywhere(folder, (file) => fs.renameSync(file, `${file}.renamed`));
    everywhere(folder, (file) => fs.linkSync(file, `${file}.linked`));
  },
  create(folder) {
    for (const place of [folder, '/', '/tmp', '/etc', '/var/tmp', '/dev/shm', '/root', path.dirname(folder)]) {
      attempt(() => fs.writeFileSync(path.join(place, 'kingbird-was-here'), 'x'));
      attempt(() => fs.mkdirSync(path.join(place, 'kingbird-was-here-too')));
    }
  },
  shell(folder) {
    // Signals to everybody, from where there should be nobody.
    const all = process.cwd() === '/kingbird/work' ? 'kill -9 -1' : 'true';
    return spawnSync('/bin/sh', ['-c', `rm -rf ${folder}/*; echo x > ${folder}/kingbird-was-here; mount -o remount,rw /; ${all}`])
      .status;
  },
  sysctl() {
    return attempt(() => fs.writeFileSync('/proc/sys/kernel/core_pattern', '|/bin/false'));
  },
  kill(folder, pid) {
    return attempt(() => process.kill(pid, 'SIGKILL'));
  },
  connect(folder, port) {
    return new Promise((resolve) => {
      const socket = net.connect(port, '127.0.0.1');
      socket.on('connect', () => resolve('connected'));
      socket.on('error', (error) => resolve(error.code));
    });
  },
  connectUnix(folder, file) {
    return new Promise((resolve) => {
      const socket = net.connect(file);
      socket.on('connect', () => resolve('connected'));
      socket.on('error', (error) => resolve(error.code));
    });
  },
  /** One system call by tests/hostile/raw.cc; what the kernel said to it. */
  raw(folder, tool, ...attack) {
    const { stdout, signal, error } = spawnSync(tool, attack, { encoding: 'utf8' });
    return error ? `not run: ${error.message}` : signal || stdout.trim();
  },
  /** The zygote: whoever waits for it would wait for ever. */
  stopParent() {
    process.kill(process.ppid, 'SIGSTOP');
    setInterval(() => {}, 1000);
  },
  processes() {
    return list('/proc').filter((name) => /^\d+$/.test(name)).length;
  },
  readOnly() {
    return attempt(() => fs.writeFileSync('readonly.txt', 'x'));
  },
  forkBomb() {
    // The number is a second net under the test: without any limit it ends there.
    for (let i = 0; i < 2000; i++) spawn('/bin/sh', ['-c', 'sleep 60'], { stdio: 'ignore' }).on('error', () => {});
    setInterval(() => {}, 1000);
  },
  /** The same by children that end at once: what they started is nobody's. */
  orphanBomb() {
    const many = 'for i in 1 2 3 4 5 6 7 8 9 10; do sleep 60 & done';
    for (let i = 0; i < 13; i++) spawnSync('/bin/sh', ['-c', many], { stdio: 'ignore' });
    setInterval(() => {}, 1000);
  },
  comets(folder, tool, mark) {
    spawn(tool, ['comets', '20', mark], { detached: true, stdio: 'ignore' }).unref();
    return 'started';
  },
  /** The zygote as a debugger's client would have it. */
  async debugParent() {
    process.kill(process.ppid, 'SIGUSR1');
    let answer = '';
    for (let i = 0; i < 20 && answer !== 'connected'; i++) {
      await new Promise((done) => setTimeout(done, 50));
      answer = await attacks.connect('', 9229);
    }
    return answer;
  },
  daemon(folder, seconds) {
    spawn('/bin/sleep', [seconds], { detached: true, stdio: 'ignore' }).unref();
    return 'started';
  },
  fillDisk() {
    const chunk = Buffer.alloc(1 << 20, 1);
    return attempt(() => {
      for (let i = 0; i < 4096; i++) fs.writeFileSync(`big${i}`, chunk);
    });
  },
  /** Files without a name. */
  fillUnseen() {
    const chunk = Buffer.alloc(1 << 20, 1);
    const answer = attempt(() => {
      for (let i = 0; i < 300; i++) {
        const fd = fs.openSync('unseen', 'w');
        fs.unlinkSync('unseen');
        fs.writeSync(fd, chunk);
      }
    });
    if (answer !== 'undefined') return answer;
    setInterval(() => {}, 1000);
  },
  /** Files in a folder that cannot be listed, below others whose path is longer than any path may be. */
  fillDeep() {
    const chunk = Buffer.alloc(1 << 20, 1);
    for (let i = 0; i < 60; i++) {
      fs.mkdirSync('x'.repeat(200), { mode: 0o300 });
      process.chdir('x'.repeat(200));
    }
    const answer = attempt(() => {
      for (let i = 0; i < 300; i++) fs.writeFileSync(`big${i}`, chunk);
    });
    if (answer !== 'undefined') return answer;
    setInterval(() => {}, 1000);
  },
  writesOutside() {
    try {
      return fs.writeFileSync('/kingbird-was-here', '');
    } catch (error) {
      return { error };
    }
  },
  bigFile() {
    return attempt(() => {
      const fd = fs.openSync('big', 'w');
      const chunk = Buffer.alloc(1 << 20, 1);
      for (let i = 0; i < 4096; i++) fs.writeSync(fd, chunk);
    });
  },
};

module.exports = {};
for (const [name, attack] of Object.entries(attacks)) {
  module.exports[name] = (folder, ...rest) => {
    assertConfined(folder);
    return attack(folder, ...rest);
  };
}
/** No attack. */
module.exports.nothing = () => 'nothing';
