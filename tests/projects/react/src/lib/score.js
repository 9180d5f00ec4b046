/** @param {number[]} values */
export function average(values) {
  if (values.length === 0) return null;
  const sum = values.reduce((a, b) => a + b, 0);
  return Math.round((sum / values.length) * 10) / 10;
}

/** @param {number} value @param {number} [most] */
export function stars(value, most = 5) {
  const full = Math.min(Math.max(Math.round(value), 0), most);
  return '★'.repeat(full) + '☆'.repeat(most - full);
}
