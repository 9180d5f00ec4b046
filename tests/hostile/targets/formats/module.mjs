import { readFile } from 'node:fs/promises';

// Top-level await: import() resolves only when this is done.
const text = await readFile(new URL('./data.json', import.meta.url), 'utf8');
export const name = () => `module ${JSON.parse(text).value}`;
export default class Thing {}
