'use strict';
// One request to a server in memory. The tests that Kingbird writes have a copy of this file.
const http = require('node:http');
const { connection } = require('./connection.cjs');

/** A body as it travels. What is no text travels as JSON. */
const textOf = (body) => (body === undefined || typeof body === 'string' ? body : JSON.stringify(body));

/** The http.Server of an application of Express, Connect, Koa or Fastify, or of a request handler. */
async function serverOf(made) {
  const app = await made;
  if (app instanceof http.Server) return app;
  if (typeof app.ready === 'function') await app.ready();
  if (app.server instanceof http.Server) return app.server;
  return http.createServer(typeof app === 'function' ? app : app.callback());
}

const kHeaders = ['allow', 'content-type', 'location', 'set-cookie', 'www-authenticate'];

/** Sends a request without a socket and resolves to the answer. */
async function request(app, method, path, { headers = {}, body } = {}) {
  const { client, server } = connection();
  const text = textOf(body);
  const json = text === body ? {} : { 'content-type': 'application/json' };
  const length = text === undefined ? {} : { 'content-length': Buffer.byteLength(text) };
  (await serverOf(app)).emit('connection', server);
  const answer = await new Promise((resolve, reject) => {
    http.request({ method, path, headers: { ...json, ...length, ...headers }, createConnection: () => client }, resolve)
      .on('error', reject).end(text);
  });
  const chunks = [];
  for await (const chunk of answer) chunks.push(chunk);
  const received = Buffer.concat(chunks).toString();
  const shown = kHeaders.filter((name) => name in answer.headers).map((name) => [name, answer.headers[name]]);
  const isJson = /[/+]json\b/.test(answer.headers['content-type']) && received !== '';
  // A page with the stack of an error says where the project lies.
  const stack = /(\n|<br>)(\s|&nbsp;)*at /.test(received);
  const shownBody = stack ? undefined : isJson ? JSON.parse(received) : received;
  return { status: answer.statusCode, headers: Object.fromEntries(shown), body: shownBody };
}

module.exports = { request, serverOf, textOf };
