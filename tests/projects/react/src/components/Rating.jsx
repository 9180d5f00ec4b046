import { useState } from 'react';
import { stars } from '@/lib/score';
import './Rating.css';

/** @param {{value: number, label?: string}} properties */
export default function Rating({ value, label }) {
  const [shown] = useState(value);
  if (typeof value !== 'number') return <em>not rated yet</em>;
  return (
    <figure className="rating">
      <span>{stars(shown)}</span>
      {label && <figcaption>{label}</figcaption>}
    </figure>
  );
}
