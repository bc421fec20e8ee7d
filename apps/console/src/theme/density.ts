import { useSyncExternalStore } from 'react';

/** The height of rows. `compact` is the default of the design. */
export type Density = 'compact' | 'comfortable';
const KEY = 'countersign.density';
const listeners = new Set<() => void>();

// Set before the first paint, by `public/boot.js`.
const current = (): Density =>
  document.documentElement.dataset['density'] === 'comfortable' ? 'comfortable' : 'compact';

function choose(density: Density): void {
  try {
    if (density === 'compact') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, density);
  } catch {
    // Storage may be off: the choice then lasts as long as the tab.
  }
  document.documentElement.dataset['density'] = density;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The density in force and its switch. */
export function useDensity() {
  const density = useSyncExternalStore(subscribe, current, () => 'compact' as const);
  return { density, choose };
}
