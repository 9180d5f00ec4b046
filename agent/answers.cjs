'use strict';
// Answers in place of the network and of other programs. The tests that Kingbird writes have a copy of this file.
const http = require('node:http');
const https = require('node:https');
const { ChildProcess } = require('node:child_process');
const { PassThrough } = require('node:stream');
const { connection } = require('./connection.cjs');

const replaced = [];

function replace(object, name, value) {
  replaced.push([object, name, object[name]]);
  object[name] = value;
}

/** What the functions below replaced is as it was before. */
function stopAnswering() {
  for (const [object, name, value] of replaced.splice(0).reverse()) object[name] = value;
}

/** From now on every request of node:http and node:https has this answer; with `error` no server can be reached. */
function answerRequests({ json, text, status = 200, error } = {}) {
  const server = http.createServer((req, res) => {
    if (text === undefined) res.setHeader('content-type', 'application/json');
    res.writeHead(status, { connection: 'close' }).end(text === undefined ? JSON.stringify(json === undefined ? {} : json) : text);
  });
  const connect = () => {
    const ends = connection();
    const refused = error && Object.assign(new Error(error), { code: 'ECONNREFUSED' });
    if (refused) process.nextTick(() => ends.client.destroy(refused));
    else server.emit('connection', ends.server);
    return ends.client;
  };
  for (const { Agent } of [http, https]) replace(Agent.prototype, 'createConnection', connect);
}

/** From now on every program that is started prints this and ends; with `error` none can be started. */
function answerPrograms({ stdout = '', stderr = '', code = 0, error } = {}) {
  replace(ChildProcess.prototype, 'spawn', function spawn() {
    const outputs = [stdout, stderr].map((text) => new PassThrough().end(text));
    Object.assign(this, { pid: 1, stdin: new PassThrough(), stdout: outputs[0], stderr: outputs[1] });
    this.stdio = [this.stdin, ...outputs];
    let open = outputs.length;
    const end = () => {
      if (error || --open > 0) return;
      this.exitCode = code;
      this.emit('exit', code, null);
      this.emit('close', code, null);
    };
    for (const output of outputs) output.on('end', end);
    setImmediate(() => {
      if (error) this.emit('error', Object.assign(new Error(error), { code: 'ENOENT' }));
      else outputs.forEach((output) => output.resume());
    });
    return 0;
  });
}

module.exports = { answerRequests, answerPrograms, stopAnswering };
