'use strict';
// 1 GiB at load, where the sandbox is given less; waits to be noticed.
const chunks = [];
for (let i = 0; i < 64; i++) chunks.push(Buffer.alloc(16 << 20, 1));
const until = Date.now() + 20000;
while (Date.now() < until);
exports.chunks = chunks.length;
