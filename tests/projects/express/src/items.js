'use strict';
const express = require('express');
const { problemsOf } = require('./validate');

/** The routes of /items. */
function itemsRouter(store) {
  const router = express.Router();
  router.get('/', (req, res) => {
    const { done, tag } = req.query;
    res.json(store.list({ done: done === undefined ? undefined : done === 'true', tag }));
  });
  router.post('/', (req, res) => {
    const problems = problemsOf(req.body);
    if (problems) return res.status(422).json({ problems });
    const item = store.add(req.body.title, req.body.tags);
    return res.status(201).location(`/items/${item.id}`).json(item);
  });
  router.get('/:id', (req, res) => {
    const item = store.get(Number(req.params.id));
    if (!item) return res.status(404).json({ error: 'no such item' });
    return res.json(item);
  });
  router.post('/:id/finish', (req, res) => {
    const item = store.finish(Number(req.params.id));
    if (!item) return res.sendStatus(404);
    return res.json(item);
  });
  router.delete('/:id', (req, res) => {
    res.sendStatus(store.remove(Number(req.params.id)) ? 204 : 404);
  });
  return router;
}

module.exports = { itemsRouter };
