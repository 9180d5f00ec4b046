import { expect, test } from 'vitest';
import { describe } from '../src/words.js';

test('nothing is known', () => {
  expect(describe(null)).toBe('Nobody knows.');
});
