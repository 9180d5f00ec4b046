'use strict';
// Stands in for the addon where there is no fork: plain Node runs one test and writes its log to a file. For tests
// only.
//
//   node tests/agent/stand_in.js JOB.json TARGET.js LOG
const fs = require('node:fs');
const path = require('node:path');
const { setImmediate: later, setTimeout: sleep } = globalThis;
const clock = require('../../agent/clock.js');
const { run } = require('../../agent/child.js');

const [jobFile, targetFile, logFile] = process.argv.slice(2);
const job = JSON.parse(fs.readFileSync(jobFile, 'utf8'));
const memory = new Uint8Array(job.log_size || 1 << 20);
const writeFileSync = fs.writeFileSync;
const reallyExit = process.reallyExit;
const activeResources = process.getActiveResourcesInfo;
let turns = 0;
sleep(() => reallyExit.call(process, 99), 20000).unref();

const addon = {
  exit(code) {
    writeFileSync(logFile, memory);
    reallyExit.call(process, code);
  },
  turns: () => turns,
  watch(idle) {
    // Nothing but this immediate keeps the loop alive: the test is idle.
    const look = () => {
      turns++;
      const others = activeResources.call(process).filter((name) => !/PipeWrap|TTYWrap/.test(name));
      if (others.length > 0) sleep(() => later(look), 1);
      else fire();
    };
    const fire = () => {
      let more = true;
      try {
        more = idle();
      } finally {
        if (more) later(look);
        else addon.exit(0);
      }
    };
    later(look);
  },
};

clock.install();
const require_ = require('node:module').createRequire(path.resolve(targetFile));
const start = (target) => later(() => run(job, { target, log: memory, addon, setup: job.options?.setup || '',
  require: require_ }));
if (targetFile.endsWith('.mjs')) import(path.resolve(targetFile)).then(start);
else start(require_(path.resolve(targetFile)));
