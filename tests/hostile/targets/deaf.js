'use strict';
// Greets in place of the agent while it is loaded, and never reads what it is asked.
const fs = require('fs');

const text = JSON.stringify({ protocol: Number(process.env.PROTOCOL), node: process.version, format: 'commonjs' });
const header = Buffer.alloc(8);
header.writeUInt32LE(text.length);
header[4] = Number(process.env.READY);
fs.writeSync(3, Buffer.concat([header, Buffer.from(text)]));
for (;;);
