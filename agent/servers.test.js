'use strict';
// Servers are recognised by their structure. The routers below are built as those of Express, Connect, koa-router and Fastify are.
const test = require('node:test');
const assert = require('node:assert');
const http = require('node:http');
const { isServer, look } = require('./servers.js');

const plain = (req, res) => {
  if (req.url === '/known') res.end('yes');
  else res.writeHead(404).end();
};

const application = (members) => Object.assign(() => {}, { handle() {}, use() {}, listen() {} }, members);
const route = (path, ...methods) => ({ route: { path, methods: Object.fromEntries(methods.map((name) => [name, true])), stack: [] } });
const mounted = (prefix, stack) => ({
  handle: application({ stack }),
  match(path) {
    if (!path.startsWith(prefix)) return false;
    this.path = prefix;
    return true;
  },
});
const names = (answer) => answer.routes.map(({ method, path }) => `${method} ${path}`);
const ask = (target, question = {}) => look({ path: [], call: false, handler: false, candidates: [], ...question }, target);

test('applications are servers, other functions and objects are not', () => {
  assert.ok(isServer(application()));
  assert.ok(isServer(http.createServer()));
  assert.ok(isServer({ callback() {}, use() {}, middleware: [] }));
  for (const value of [plain, {}, null, 1, { use() {} }, new Map(), new Proxy(application(), {})]) assert.ok(!isServer(value));
});

test('routes of a router of Express, mounted ones included', async () => {
  const inner = mounted('/api', [route('/a/:x', 'get'), route('/', 'post', 'head')]);
  const app = application({ router: { stack: [route('/items/:id', 'get', 'delete'), inner] } });
  const answer = await ask(app, { candidates: ['/', '/api', '/other'] });
  assert.deepStrictEqual(names(answer), ['GET /items/:id', 'DELETE /items/:id', 'GET /api/a/:x', 'POST /api']);
});

test('routes of koa-router and of Fastify', async () => {
  const router = { stack: [{ path: '/k/:id', methods: ['HEAD', 'GET'] }] };
  const koa = { callback() {}, use() {}, listen() {}, middleware: [Object.assign(() => {}, { router })] };
  assert.deepStrictEqual(names(await ask(koa)), ['GET /k/:id']);
  const tree = '├── /f (POST)\n│   └── /:id (GET, HEAD)\n└── /pre/in (DELETE)\n';
  const fastify = { inject() {}, route() {}, async ready() {}, printRoutes: () => tree };
  assert.deepStrictEqual(names(await ask(fastify)), ['POST /f', 'GET /f/:id', 'DELETE /pre/in']);
});

test('a router alone is nothing to send requests to', async () => {
  const answer = await ask(application({ listen: undefined, stack: [route('/items', 'get')] }));
  assert.deepStrictEqual(answer, { server: true, routes: [] });
  assert.deepStrictEqual(await ask({ routes() {}, allowedMethods() {}, stack: [] }), { server: true, routes: [] });
});

test('a function that makes a server, and a handler that does not say its routes', async () => {
  assert.ok((await ask({ make: async () => application() }, { path: ['make'], call: true })).server);
  assert.ok(!(await ask({ make: () => ({}) }, { path: ['make'], call: true })).server);
  const answer = await ask(plain, { handler: true, candidates: ['/known'] });
  assert.ok(answer.server);
  assert.ok(names(answer).includes('GET /known'));
});
