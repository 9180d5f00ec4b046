import Router from '@koa/router';

export function notesRouter() {
  const notes = new Map();
  const router = new Router({ prefix: '/notes' });
  router.get('/', (ctx) => {
    const limit = ctx.query.limit === undefined ? 10 : Number(ctx.query.limit);
    if (!(limit > 0)) ctx.throw(400, 'limit must be positive');
    ctx.body = [...notes.values()].slice(0, limit);
  });
  router.put('/:name', (ctx) => {
    const { text } = ctx.request.body ?? {};
    if (!text) ctx.throw(400, 'text is missing');
    const isNew = !notes.has(ctx.params.name);
    notes.set(ctx.params.name, { name: ctx.params.name, text, by: ctx.state.user });
    ctx.status = isNew ? 201 : 200;
    ctx.body = notes.get(ctx.params.name);
  });
  router.get('/:name', (ctx) => {
    const note = notes.get(ctx.params.name);
    if (!note) ctx.throw(404, 'no such note');
    ctx.body = ctx.query.format === 'text' ? note.text : note;
  });
  return router;
}
