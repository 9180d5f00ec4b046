'use strict';
// Talks to `rewrite serve` (rewrite.cc): one JSON line per file each way.
const { spawn } = require('child_process');
const readline = require('readline');

class Rewriter {
  constructor(program) {
    this.process = spawn(program, ['serve'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.waiting = [];
    readline.createInterface({ input: this.process.stdout }).on('line', (line) => this.waiting.shift().resolve(JSON.parse(line)));
    this.process.on('exit', (code) => {
      for (const { reject } of this.waiting) reject(new Error(`rewrite serve ended with ${code}`));
    });
  }

  /** @returns {Promise<{state: string, text: string, counters: object, functions: number[]}>} */
  rewrite(source, key = 'x.js', passes = 'coverage') {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.process.stdin.write(`${JSON.stringify({ source, key, passes })}\n`);
    });
  }

  close() {
    this.process.stdin.end();
  }
}

module.exports = { Rewriter };
