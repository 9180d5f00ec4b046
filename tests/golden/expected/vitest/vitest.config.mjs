export default { test: { include: ['*.test.{mjs,ts}'], pool: 'forks', testTimeout: 10000 } };
