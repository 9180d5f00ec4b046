'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { convert } = require('../src/prices');

test('one currency', () => {
  assert.equal(convert(10, 'EUR', 'EUR'), 10);
});
