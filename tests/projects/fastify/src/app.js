'use strict';
const fastify = require('fastify');

async function build(options = {}) {
  const app = fastify(options);
  app.register(require('./routes'), { prefix: '/v1' });
  app.setErrorHandler((error, request, reply) => {
    const status = error.statusCode || (error instanceof RangeError ? 404 : 500);
    reply.code(status).send({ error: error.message });
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['x-maintenance'] === 'on') reply.code(503).send({ error: 'back soon' });
  });
  return app;
}

module.exports = { build };
