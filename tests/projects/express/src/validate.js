'use strict';

/** Problems of a new item, by field; null when there are none. */
function problemsOf(body) {
  if (body === null || typeof body !== 'object') return { body: 'must be an object' };
  const problems = {};
  if (typeof body.title !== 'string' || body.title.trim() === '') problems.title = 'is required';
  else if (body.title.length > 40) problems.title = 'is too long';
  if (body.tags !== undefined && !Array.isArray(body.tags)) problems.tags = 'must be a list';
  return Object.keys(problems).length > 0 ? problems : null;
}

module.exports = { problemsOf };
