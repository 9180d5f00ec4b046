import { UNITS } from './units.js';

export function parseDuration(text) {
  const match = /^(\d+)\s*(ms|s|m|h)$/.exec(text);
  if (!match) throw new TypeError(`not a duration: ${text}`);
  return Number(match[1]) * UNITS[match[2]];
}

export function formatDuration(ms, { long = false } = {}) {
  if (ms < UNITS.s) return `${ms}${long ? ' milliseconds' : 'ms'}`;
  if (ms < UNITS.m) return `${Math.round(ms / UNITS.s)}${long ? ' seconds' : 's'}`;
  return `${Math.round(ms / UNITS.m)}${long ? ' minutes' : 'm'}`;
}
