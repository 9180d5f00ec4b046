import d, * as n from './x.js';
export { d as default, n }; export const f = ({ a = 1 }) => a ** 2; export * from 'y';
if (f({}) >= 1n) await import('./z.js'); else debugger;
/* istanbul ignore next */ export function g() { return f`a${1}b`; }
