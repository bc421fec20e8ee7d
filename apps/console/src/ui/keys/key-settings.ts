/** Where the choice is kept: by operator, on this machine. */
export interface KeyStorage {
  get: (key: string) => string | null;
  set: (key: string, value: string) => void;
}

/** Which keys an operator has switched off. */
export interface KeySettingsStore {
  off: () => ReadonlySet<string>;
  switchKey: (keyId: string, on: boolean) => void;
  subscribe: (listener: () => void) => () => void;
}

function read(storage: KeyStorage | null, place: string): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(storage?.get(place) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []);
  } catch {
    // An invalid stored value is no reason to lose all keys.
    return new Set();
  }
}

/** `owner` null: not signed in, and nothing is stored. */
export function createKeySettings(
  storage: KeyStorage | null,
  owner: string | null,
): KeySettingsStore {
  const place = `countersign.keys-off.${owner ?? ''}`;
  const kept = owner === null ? null : storage;
  let off = read(kept, place);
  const listeners = new Set<() => void>();
  return {
    off: () => off,
    switchKey(keyId, on) {
      const next = new Set(off);
      if (on) next.delete(keyId);
      else next.add(keyId);
      off = next;
      kept?.set(place, JSON.stringify([...off]));
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
