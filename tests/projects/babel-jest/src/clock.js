/** '9:05' → 545, the minutes since midnight. */
export function minutesOf(text) {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text);
  if (!match) throw new RangeError(`not a time: ${text}`);
  const [, hours, minutes] = match.map(Number);
  if (hours > 23 || minutes > 59) throw new RangeError(`not a time: ${text}`);
  return hours * 60 + minutes;
}

export const textOf = (minutes) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
