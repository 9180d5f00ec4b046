'use strict';
// Answers in place of the network and of programs, for code that took node:http and node:child_process apart when it was loaded.
const test = require('node:test');
const assert = require('node:assert');
const http = require('node:http');
const https = require('node:https');
const { exec, execFile, spawn } = require('node:child_process');
const { promisify } = require('node:util');
const { answerRequests, answerPrograms, stopAnswering } = require('./answers.cjs');
const { install } = require('./fakes.js');

test.afterEach(stopAnswering);

const get = (url) => new Promise((resolve, reject) => {
  const client = url.startsWith('https') ? https : http;
  client.get(url, { timeout: 1000 }, async (res) => {
    let text = '';
    for await (const chunk of res) text += chunk;
    resolve({ status: res.statusCode, text });
  }).on('error', reject);
});

test('requests of node:http and node:https', async () => {
  answerRequests({ json: { a: 1 }, status: 404 });
  for (const url of ['http://nowhere.invalid/x', 'https://nowhere.invalid/x', 'https://nowhere.invalid/y']) {
    assert.deepStrictEqual(await get(url), { status: 404, text: '{"a":1}' });
  }
  stopAnswering();
  answerRequests({ error: 'connect ECONNREFUSED' });
  await assert.rejects(get('https://nowhere.invalid/'), { code: 'ECONNREFUSED' });
});

test('programs', async () => {
  answerPrograms({ stdout: 'one\ntwo\n' });
  assert.deepStrictEqual(await promisify(exec)('git log'), { stdout: 'one\ntwo\n', stderr: '' });
  const child = spawn('git', ['log']);
  let text = '';
  child.stdout.on('data', (chunk) => { text += chunk; });
  assert.strictEqual(await new Promise((resolve) => child.on('close', resolve)), 0);
  assert.strictEqual(text, 'one\ntwo\n');
  stopAnswering();
  answerPrograms({ stderr: 'no such revision', code: 128 });
  await assert.rejects(promisify(execFile)('git', ['log']), { code: 128, stderr: 'no such revision' });
  stopAnswering();
  answerPrograms({ error: 'spawn ENOENT' });
  await assert.rejects(promisify(execFile)('git', ['log']), { code: 'ENOENT' });
});

test('what is read of an answer is told', async () => {
  const told = [];
  const { fetch } = globalThis;
  install('fetch', { json: { a: { b: 1 } } }, (steps) => told.push(steps.join('.')));
  const { a, c } = await (await globalThis.fetch('https://nowhere.invalid/')).json();
  globalThis.fetch = fetch;
  assert.strictEqual(a.b, 1);
  assert.strictEqual(c, undefined);
  assert.deepStrictEqual(told, ['json.a', 'json.c', 'json.a.b']);
});
