'use strict';
const { convert, currencies } = require('./prices');

const schema = {
  body: {
    type: 'object',
    required: ['amount', 'from', 'to'],
    properties: { amount: { type: 'number', minimum: 0 }, from: { type: 'string' }, to: { type: 'string' } },
  },
};

module.exports = async function routes(fastify) {
  fastify.get('/currencies', async () => currencies());
  fastify.post('/convert', { schema }, async (request, reply) => {
    const { amount, from, to } = request.body;
    try {
      return { amount: convert(amount, from, to), currency: to };
    } catch (error) {
      return reply.code(404).send({ error: error.message });
    }
  });
  fastify.get('/rates/:from/:to', async (request, reply) => {
    const { from, to } = request.params;
    if (from === to) return reply.redirect('/v1/currencies');
    return { rate: convert(1, from, to) };
  });
};
