import assert from 'node:assert/strict';
import { test } from 'node:test';
import createApp from '../src/app.js';

test('an application is made', () => {
  assert.equal(typeof createApp().callback, 'function');
});
