export enum Currency {
  Euro = 'EUR',
  Yen = 'JPY',
}

export interface Price {
  amount: number;
  currency: Currency;
}

export const digits = (currency: Currency): number => (currency === Currency.Yen ? 0 : 2);
