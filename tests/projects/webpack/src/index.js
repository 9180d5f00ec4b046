import BasketView from './BasketView';

export { total } from './basket';
export { BasketView };
