import { el } from './select.js';

/** @param {string} message @param {'info' | 'error'} [kind] */
export function toast(message, kind = 'info') {
  const box = el(`div.toast.${kind}`, message);
  box.setAttribute('role', kind === 'error' ? 'alert' : 'status');
  document.body.append(box);
  return document.querySelectorAll('.toast').length;
}

export function clearToasts() {
  let removed = 0;
  for (const box of document.querySelectorAll('.toast')) {
    box.remove();
    removed += 1;
  }
  return removed;
}
