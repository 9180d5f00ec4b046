'use strict';

/** What a service says of itself. */
async function ask(name) {
  const response = await fetch(`https://${name}.example.com/health`);
  if (!response.ok) return { name, state: 'down', status: response.status };
  const { load } = await response.json();
  return { name, state: load > 0.9 ? 'busy' : 'up' };
}

module.exports = { ask };
