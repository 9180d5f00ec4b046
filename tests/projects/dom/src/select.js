/** @param {string} selector @returns {Element[]} */
export function $$(selector) {
  return Array.from(document.querySelectorAll(selector || '*'));
}

/** el('p.note') makes <p class="note">. */
export function el(text, ...children) {
  const match = /^([a-z][a-z0-9]*)((?:\.[\w-]+)*)$/.exec(text);
  if (!match) throw new SyntaxError(`not an element: ${text}`);
  const node = document.createElement(match[1]);
  for (const name of match[2].split('.').filter(Boolean)) node.classList.add(name);
  node.append(...children);
  return node;
}
