const KEY = 'theme';

/** The theme that the visitor chose, or the one that the system has. */
export function currentTheme() {
  const stored = localStorage.getItem(KEY);
  if (stored === 'dark' || stored === 'light') return stored;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** @param {'dark' | 'light'} theme */
export function setTheme(theme) {
  localStorage.setItem(KEY, theme);
  document.documentElement.dataset.theme = theme;
}

export const mode = () => import.meta.env.MODE;
