'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { createServer } = require('../src/app.js');

test('a server is made', () => {
  assert.equal(createServer().listening, false);
});
