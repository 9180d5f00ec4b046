'use strict';
// Evaluates expressions and describes each in one event: node describe_values.js EXPRESSIONS.json LOG
const fs = require('node:fs');
const path = require('node:path');
const agent = path.join(__dirname, '../../agent');
const { EventLog } = require(path.join(agent, 'event_log.js'));
const { Kind } = require(path.join(agent, 'wire_kinds.js'));

const [input, output] = process.argv.slice(2);
const expressions = JSON.parse(fs.readFileSync(input, 'utf8'));
const { writeFileSync } = fs;
const evaluate = eval;
globalThis.require = require;
const memory = new Uint8Array(4 << 20);
const log = new EventLog(memory, () => {});
log.clear();
for (let i = 0; i < expressions.length; i++) {
  const { code, methods } = expressions[i];
  const value = evaluate(`(${code})`);
  log.event(Kind.return, i, -1, false, [value], methods ? 1 : 0);
}
writeFileSync(output, memory);
process.reallyExit(0);
