import { Currency, digits, type Price } from '@/money';
import rates from './rates.json';

export { Currency };

export type Rounding = 'up' | 'down' | 'nearest';

export function round(amount: number, rounding: Rounding = 'nearest'): number {
  switch (rounding) {
    case 'up':
      return Math.ceil(amount);
    case 'down':
      return Math.floor(amount);
    default:
      return Math.round(amount);
  }
}

export function format({ amount, currency }: Price): string {
  if (!Number.isFinite(amount)) throw new RangeError('no amount');
  return `${amount.toFixed(digits(currency))} ${currency}`;
}

export class Cart {
  #items: Price[] = [];

  constructor(private readonly limit: number = rates.limit) {}

  add(price: Price): this {
    if (this.#items.length >= this.limit) throw new RangeError('the cart is full');
    this.#items.push(price);
    return this;
  }

  total(): number {
    return this.#items.reduce((sum: number, price: Price) => sum + price.amount, 0);
  }
}
