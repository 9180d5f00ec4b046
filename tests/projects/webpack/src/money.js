import { group } from './util';

/** @param {number} cents */
export function formatPrice(cents) {
  if (!Number.isFinite(cents)) throw new TypeError('a price is a number of cents');
  const sign = cents < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(cents) / 100);
  const rest = String(Math.abs(cents) % 100).padStart(2, '0');
  return `${sign}${group(whole)}.${rest} €`;
}
