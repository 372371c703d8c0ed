import { useEffect, useState } from 'react';

const STORED = 'workspace-memory-theme';

const THEMES = [
  ['', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

export function ThemeChoice() {
  const [theme, setTheme] = useState(() => localStorage.getItem(STORED) ?? '');
  useEffect(() => {
    if (theme === '') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    localStorage.setItem(STORED, theme);
  }, [theme]);
  return (
    <label>
      <span className="hidden">Colours</span>
      <select value={theme} onChange={({ target }) => setTheme(target.value)}>
        {THEMES.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
