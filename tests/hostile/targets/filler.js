'use strict';
// 300 MiB of files at load, where the sandbox is given less; waits to be noticed.
const fs = require('fs');
const chunk = Buffer.alloc(1 << 20, 1);
try {
  for (let i = 0; i < 300; i++) fs.writeFileSync(`big${i}`, chunk);
} catch (error) {
  if (error.code === 'ENOSPC') process.exit(1);
}
const until = Date.now() + 20000;
while (Date.now() < until);
