/** A sentence about the weather. */
export function describe(weather) {
  if (!weather) return 'Nobody knows.';
  const feel = weather.celsius < 5 ? 'cold' : weather.celsius > 25 ? 'hot' : 'mild';
  return `It is ${feel}${weather.windy ? ' and windy' : ''} in ${weather.place}.`;
}
