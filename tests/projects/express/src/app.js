'use strict';
const express = require('express');
const { Store } = require('./store');
const { itemsRouter } = require('./items');

function createApp(store = new Store()) {
  const app = express();
  app.use(express.json());
  app.get('/health', (req, res) => res.type('text').send('ok'));
  app.use('/items', itemsRouter(store));
  app.use((error, req, res, next) => {
    res.status(error.status || 500).json({ error: error.expose ? 'bad request' : 'internal error' });
  });
  return app;
}

module.exports = { createApp };
