import { currentWeather } from './client.js';
import { describe } from './words.js';

/** Sentences about several places; those that fail are named at the end. */
export async function report(places) {
  const lines = [];
  const failed = [];
  for (const place of places) {
    try {
      lines.push(describe(await currentWeather(place)));
    } catch (error) {
      failed.push(place);
    }
  }
  if (failed.length > 0) lines.push(`No answer for ${failed.join(', ')}.`);
  return lines;
}
