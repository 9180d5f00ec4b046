'use strict';
const assert = require('node:assert');
const { Store } = require('../src/store');

describe('Store', () => {
  it('gives items numbers', () => {
    assert.equal(new Store().add('tea').id, 1);
  });
});
