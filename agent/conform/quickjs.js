'use strict';
// QuickJS as WebAssembly, through Node: node quickjs.js FOLDER-OF-QUICKJS-EMSCRIPTEN SCRIPT
const fs = require('node:fs');
const { getQuickJS } = require(process.argv[2]);

getQuickJS().then((QuickJS) => {
  const context = QuickJS.newContext();
  const print = context.newFunction('print', (text) => {
    fs.writeSync(1, `${context.getString(text)}\n`);
  });
  context.setProp(context.global, 'print', print);
  const result = context.evalCode(fs.readFileSync(process.argv[3], 'utf8'), 'cases.js');
  if (result.error) {
    process.stderr.write(`${JSON.stringify(context.dump(result.error))}\n`);
    process.exit(1);
  }
  context.runtime.executePendingJobs();
  process.exit(0);
});
