export const UNITS = { ms: 1, s: 1000, m: 60000, h: 3600000 };
