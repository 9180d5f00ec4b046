import { useEffect, useRef } from 'react';
import Rating from './Rating';
import { useAverage } from '../lib/useAverage';

/** @param {{reviews: {id: string, text: string, value: number}[], title?: string}} properties */
export function ReviewList({ reviews, title = 'Reviews' }) {
  const mean = useAverage(reviews);
  const list = useRef(null);
  useEffect(() => {
    if (list.current) list.current.dataset.count = String(reviews.length);
  }, [reviews.length]);
  return (
    <section>
      <h2>{title}</h2>
      {mean === null ? <p>No reviews</p> : <Rating value={mean} label={`${mean} of 5`} />}
      <ul ref={list}>
        {reviews.map(({ id, text, value }) => (
          <li key={id} className={value >= 4 ? 'good' : 'bad'}>
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
