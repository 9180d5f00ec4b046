import { formatPrice } from '../src/money';

test('formats a price', () => {
  expect(formatPrice(123456)).toBe('1,234.56 €');
});
