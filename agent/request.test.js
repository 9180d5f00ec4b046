'use strict';
// Requests in memory: what a server receives, and what an answer looks like.
const test = require('node:test');
const assert = require('node:assert');
const http = require('node:http');
const { request, serverOf, textOf } = require('./request.cjs');
const { watch } = require('./request_reads.js');

const echo = async (req, res) => {
  let text = '';
  for await (const chunk of req) text += chunk;
  res.setHeader('x-other', '1');
  res.setHeader('set-cookie', ['a=1', 'b=2']);
  res.setHeader('content-type', 'application/json');
  res.end(JSON.stringify({ method: req.method, url: req.url, type: req.headers['content-type'], text }));
};

test('a handler of node:http answers', async () => {
  assert.deepStrictEqual(await request(echo, 'POST', '/a?b=c', { body: { n: 1 } }), {
    status: 200,
    headers: { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] },
    body: { method: 'POST', url: '/a?b=c', type: 'application/json', text: '{"n":1}' },
  });
});

test('a server, an application with callback() and a promise of one answer, too', async () => {
  const plain = (req, res) => res.end('hi');
  for (const app of [http.createServer(plain), { callback: () => plain }, Promise.resolve(plain)]) {
    assert.deepStrictEqual(await request(app, 'GET', '/'), { status: 200, headers: {}, body: 'hi' });
  }
});

test('a page with the stack of an error has no body to compare', async () => {
  const fails = (req, res) => {
    res.statusCode = 500;
    res.end(new Error('oops').stack);
  };
  assert.deepStrictEqual(await request(fails, 'GET', '/'), { status: 500, headers: {}, body: undefined });
});

test('what is read of the body, the query and the headers is told', async () => {
  const told = [];
  const handler = async (req, res) => {
    let text = '';
    for await (const chunk of req) text += chunk;
    const { title, owner } = JSON.parse(text);
    const page = new URL(req.url, 'http://x').searchParams.get('page');
    res.end(`${title}${owner.name}${page}${req.headers['x-token']}`);
  };
  const server = await serverOf(handler);
  const body = { owner: {} };
  watch(server, textOf(body), (steps) => told.push(steps.join('.')));
  await request(server, 'POST', '/', { body });
  for (const name of ['body.title', 'body.owner.name', 'query.page', 'headers.x-token']) assert.ok(told.includes(name), name);
});
