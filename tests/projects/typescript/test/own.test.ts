import { expect, test } from 'vitest';
import { round } from '../src/index';

test('own', () => {
  const amount: number = round(1.5, 'down');
  expect(amount).toBe(1);
});
