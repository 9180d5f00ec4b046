const { slug } = require('./slug.js');

test('own', () => {
  expect(slug('Hello World')).toBe('hello-world');
});
