const assert = require('assert');
const { Queue } = require('..');

describe('own', () => {
  it('passes', () => assert.strictEqual(new Queue(0).push(1), false));
});
