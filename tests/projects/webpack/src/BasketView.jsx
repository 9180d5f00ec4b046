import { summary } from './basket';
import styles from './basket.css';
import logo from './logo.png';

/** @param {{items: {name: string, price: number, count: number}[]}} properties */
export default function BasketView({ items }) {
  if (items.length === 0) return <p className={styles.empty}>Nothing here yet</p>;
  return (
    <section className={styles.basket}>
      <img src={logo} alt="" />
      <ul>
        {items.map((item) => (
          <li key={item.name}>{item.name}</li>
        ))}
      </ul>
      <p>{summary(items)}</p>
    </section>
  );
}
