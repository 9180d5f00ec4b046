import { bodyParser } from '@koa/bodyparser';
import Koa from 'koa';
import { auth } from './auth.js';
import { errors } from './errors.js';
import { notesRouter } from './notes.js';

export default function createApp() {
  const app = new Koa();
  const router = notesRouter();
  app.use(errors).use(auth).use(bodyParser()).use(router.routes()).use(router.allowedMethods());
  return app;
}
