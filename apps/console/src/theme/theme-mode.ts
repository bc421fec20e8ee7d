import { useSyncExternalStore } from 'react';

export type ThemeMode = 'light' | 'dark';
/** `system`: as the system is, and along with it. */
export type ThemeChoice = ThemeMode | 'system';
const KEY = 'countersign.theme';
const listeners = new Set<() => void>();

const current = (): ThemeMode =>
  document.documentElement.classList.contains('dark') ? 'dark' : 'light';

function choice(): ThemeChoice {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

const isSystemDark = () => matchMedia('(prefers-color-scheme: dark)').matches;

function choose(chosen: ThemeChoice): void {
  try {
    if (chosen === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, chosen);
  } catch {
    // Storage may be off: the choice then lasts as long as the tab.
  }
  const dark = chosen === 'system' ? isSystemDark() : chosen === 'dark';
  document.documentElement.classList.toggle('dark', dark);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // The page follows the system without this (`public/boot.js`); the subscribers have to follow too.
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
}

/** The theme in force, what was chosen, and the switch. `public/boot.js` sets it before the first paint. */
export function useTheme() {
  const mode = useSyncExternalStore(subscribe, current, () => 'light' as const);
  const chosen = useSyncExternalStore(subscribe, choice, () => 'system' as const);
  return { mode, choice: chosen, choose, toggle: () => choose(mode === 'dark' ? 'light' : 'dark') };
}
