const TOKENS = { 'secret-ada': 'ada', 'secret-bob': 'bob' };

/** Lets requests with a known token through. */
export async function auth(ctx, next) {
  const [scheme, token] = (ctx.get('authorization') || '').split(' ');
  if (scheme !== 'Bearer' || !TOKENS[token]) ctx.throw(401, 'who are you?');
  ctx.state.user = TOKENS[token];
  await next();
}
