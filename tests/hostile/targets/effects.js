'use strict';
// Each export does one thing beyond its process and folder, in a way of its own, and hides it: errors are swallowed.
const childProcess = require('child_process');
const dgram = require('dgram');
const dns = require('dns');
const fs = require('fs');
const net = require('net');
const os = require('os');
const { Worker } = require('worker_threads');

const hidden = (act) => (...values) => {
  try {
    const result = act(...values);
    if (result && result.on) result.on('error', () => {});
    if (result && result.then) result.then(() => {}, () => {});
  } catch {
    // Nobody learns of it.
  }
};

module.exports = {
  none: {
    computes: hidden(() => [3, 1, 2].sort().join()),
    waits: hidden(() => setTimeout(() => {}, 5)),
    writesHere: hidden(() => {
      fs.mkdirSync('made');
      fs.writeFileSync('made/new.txt', 'text');
      fs.renameSync('made/new.txt', 'made/old.txt');
      fs.rmSync('made', { recursive: true });
      fs.mkdtempSync(os.tmpdir() + '/x-');
    }),
    readsOutside: hidden(() => fs.readFileSync('/etc/hostname')),
    discards: hidden(() => fs.writeFileSync('/dev/null', 'text')),
    asksTheMachine: hidden(() => os.networkInterfaces()),
    signalsItself: hidden(() => {
      process.on('SIGUSR2', () => {});
      process.kill(process.pid, 'SIGUSR2');
    }),
  },
  files: {
    looks: hidden(() => fs.existsSync('data.json')),
    looksLater: hidden(() => fs.promises.stat('no-such-thing')),
    reads: hidden(() => fs.readFileSync('data.json')),
    lists: hidden(() => fs.readdirSync('.')),
    enters: hidden(() => process.chdir('..')),
    asksForTheRealPath: hidden(() => fs.realpathSync.native('data.json')),
  },
  processes: {
    runs: hidden(() => childProcess.execFileSync('true')),
    runsLater: hidden(() => childProcess.exec('exit 3')),
    runsWhatIsNotThere: hidden(() => childProcess.spawn('no-such-program-at-all')),
    forksNode: hidden(() => childProcess.fork('data.json')),
    runsInAWorker: hidden(() => new Worker('require("child_process").spawnSync("true")', { eval: true })),
    runsByTheBinding: hidden(() => process.binding('spawn_sync').spawn({
      file: '/bin/true', args: ['true'], envPairs: [], stdio: [{ type: 'inherit', fd: 2 }],
    })),
    signals: hidden(() => process.kill(process.ppid, 'SIGCONT')),
    signalsItsGroup: hidden(() => {
      process.on('SIGCONT', () => {});
      process.kill(0, 'SIGCONT');
    }),
  },
  network: {
    connects: hidden(() => net.connect(9, '127.0.0.1')),
    connectsToAPath: hidden(() => net.connect('/run/no-such.sock')),
    listens: hidden(() => {
      const server = net.createServer().listen(0, '127.0.0.1', () => server.close());
      return server;
    }),
    fetches: hidden(() => fetch('http://127.0.0.1:8099/')),
    sends: hidden(() => {
      const socket = dgram.createSocket('udp4');
      socket.send('x', 9, '127.0.0.1', () => socket.close());
      return socket;
    }),
    looksUp: hidden(() => dns.lookup('example.invalid', () => {})),
    resolves: hidden(() => dns.resolve('example.invalid', () => {})),
  },
  outside: {
    writes: hidden(() => fs.writeFileSync('/etc/kingbird-canary', 'text')),
    writesLater: hidden(() => fs.promises.writeFile('/var/kingbird-canary', 'text')),
    makesAFolder: hidden(() => fs.mkdirSync('/usr/kingbird-canary')),
    removes: hidden(() => fs.rmSync('/usr/bin/env', { force: true })),
    removesByTwoDots: hidden(() => fs.rmdirSync('../../..//var/lib')),
    renames: hidden(() => fs.renameSync('data.json', '/var/kingbird-canary')),
    followsALink: hidden(() => {
      fs.symlinkSync('/usr', 'way-out');
      fs.writeFileSync('way-out/kingbird-canary', 'text');
    }),
    changesTheMode: hidden(() => fs.chmodSync('/usr/bin', 0o755)),
  },
};
