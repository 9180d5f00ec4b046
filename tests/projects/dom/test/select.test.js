import { expect, test } from 'vitest';
import { $$, el } from '../src/select.js';

test('finds what it made', () => {
  document.body.append(el('p.note', 'hello'));
  expect($$('.note')).toHaveLength(1);
});
