import { useMemo } from 'react';
import { average } from './score';

/** @param {{value: number}[]} reviews */
export function useAverage(reviews) {
  return useMemo(() => average(reviews.map(({ value }) => value)), [reviews]);
}
