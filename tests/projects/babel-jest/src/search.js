import { minutesOf, textOf } from './clock';
import Line from './lines';

/** @param {string} text "Express: Mill 9:00, Lake 9:20" */
export function parseLine(text) {
  const [name, stops] = text.split(': ');
  const line = new Line(name);
  for (const part of (stops || '').split(', ').filter(Boolean)) {
    const at = part.lastIndexOf(' ');
    line.add(part.slice(0, at), part.slice(at + 1));
  }
  return line;
}

/** @param {string} text @param {string} time */
export function nextStop(text, time) {
  const now = minutesOf(time);
  const found = parseLine(text).stops.find(({ minutes }) => minutes >= now);
  return found ? `${found.stop} at ${textOf(found.minutes)}` : null;
}
