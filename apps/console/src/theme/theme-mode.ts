import { useSyncExternalStore } from 'react';

export type ThemeMode = 'light' | 'dark';
const KEY = 'countersign.theme';
const listeners = new Set<() => void>();

const current = (): ThemeMode =>
  document.documentElement.classList.contains('dark') ? 'dark' : 'light';

function set(mode: ThemeMode): void {
  document.documentElement.classList.toggle('dark', mode === 'dark');
  try {
    localStorage.setItem(KEY, mode);
  } catch {
    // Storage may be off: the choice then lasts as long as the tab.
  }
  for (const listener of listeners) listener();
}

/** The theme in force and the switch. `public/boot.js` sets it before the first paint. */
export function useTheme(): { mode: ThemeMode; toggle: () => void } {
  const mode = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current,
    () => 'light' as const,
  );
  return { mode, toggle: () => set(mode === 'dark' ? 'light' : 'dark') };
}
