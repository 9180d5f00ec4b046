export default { test: { include: ['*.test.mjs'], pool: 'forks', testTimeout: 10000 } };
