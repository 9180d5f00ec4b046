export function range(start, end, step = 1) {
  if (step === 0) throw new RangeError('step must not be 0');
  const list = [];
  for (let i = start; step > 0 ? i < end : i > end; i += step) list.push(i);
  return list;
}
