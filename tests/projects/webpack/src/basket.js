import coupons from './coupons.json';
import { formatPrice } from '~/money';

/**
 * @param {{price: number, count: number}[]} items
 * @param {string} [coupon]
 */
export function total(items, coupon) {
  let sum = 0;
  for (const { price, count } of items) sum += price * count;
  const percent = coupons[coupon];
  if (percent === undefined) return sum;
  return percent <= 50 ? Math.round(sum * (1 - percent / 100)) : sum;
}

/** @param {{price: number, count: number}[]} items */
export function summary(items) {
  if (items.length === 0) return 'Your basket is empty';
  return `${items.length} for ${formatPrice(total(items))}`;
}
