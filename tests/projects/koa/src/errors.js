/** Answers errors as JSON. */
export async function errors(ctx, next) {
  try {
    await next();
  } catch (error) {
    ctx.status = error.status || 500;
    ctx.body = { error: error.status ? error.message : 'internal error' };
  }
}
