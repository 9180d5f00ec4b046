'use strict';
// An engine as bad as its first argument says, made of Node: fake_engine.js MANNER SCRIPT [PROGRAM]
const fs = require('node:fs');
const vm = require('node:vm');

const [, , manner, file, program] = process.argv;
const script = fs.readFileSync(file, 'utf8');
// The start-up check and a script without cases pass; what is bad shows in the run.
const cases = script.split('K.run(').length - 1;
const isCheck = cases <= 1 && script.includes("'charAt'");
let printed = 0;

function print(line) {
  if (manner === 'crashes' && line.includes('returns NaN')) process.abort();
  if (manner === 'sticks' && line.includes('returns NaN')) for (;;);
  fs.writeSync(1, `${line}\n`);
  printed++;
  if (isCheck) return;
  if (manner === 'hangs' && printed > 3) for (;;);
  if (manner === 'leaves' && printed > 3) {
    fs.rmSync(program);
    process.exit(1);
  }
  if (manner === 'babbles') fs.writeSync(1, `@kingbird\t0\tdid\n@kingbird\t99999\tdid\t\t\treturns 'x'\n\u0000garbage ${line.slice(3)}\n`);
}

if (manner === 'vanishes' && !isCheck) process.exit(127);
if (manner === 'raves' && !isCheck) {
  fs.writeSync(1, 'no idea\n'.repeat(1000));
  process.exit(0);
}
const context = vm.createContext({ print });
if (manner === 'errs') vm.runInContext('var honest = Math.max; Math.max = function (a, b) { return a === 1 ? 7 : honest.apply(Math, arguments); };', context);
vm.runInContext(script, context);
