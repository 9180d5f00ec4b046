/** '?a=1&b=2' → { a: '1', b: '2' }; a name that comes twice has a list. */
export function queryParams(text = window.location.search) {
  const found = {};
  for (const [name, value] of new URLSearchParams(text)) {
    if (!Object.hasOwn(found, name)) found[name] = value;
    else if (Array.isArray(found[name])) found[name].push(value);
    else found[name] = [found[name], value];
  }
  return found;
}

export function remember(name, value) {
  if (value === null || value === undefined) localStorage.removeItem(name);
  else localStorage.setItem(name, String(value));
  return localStorage.length;
}
