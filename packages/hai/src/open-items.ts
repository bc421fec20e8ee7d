/** How many ids are remembered; beyond it the oldest is forgotten and unknown ids are no longer reported. */
const maxItems = 10_000;

/** Longer ids are not remembered: ten thousand of a megabyte each would use up the memory. */
const maxIdChars = 512;

/** Ids that were started and perhaps ended, in bounded memory. */
export interface OpenItems {
  state(id: string): 'unknown' | 'open' | 'ended';
  set(id: string, state: 'open' | 'ended'): void;
  /** Ends everything; returns what was open. */
  close(): string[];
  /** True once something was forgotten: then an unknown id is not reported. */
  readonly forgetful: boolean;
}

export function createOpenItems(): OpenItems {
  const items = new Map<string, 'open' | 'ended'>();
  let forgetful = false;
  return {
    state: (id) => items.get(id) ?? 'unknown',
    set(id, state) {
      if (id.length > maxIdChars) {
        forgetful = true;
        return;
      }
      if (!items.has(id) && items.size >= maxItems) {
        const oldest = items.keys().next();
        if (!oldest.done) items.delete(oldest.value);
        forgetful = true;
      }
      items.set(id, state);
    },
    close() {
      const open = [...items].filter(([, state]) => state === 'open').map(([id]) => id);
      for (const id of open) items.set(id, 'ended');
      return open;
    },
    get forgetful() {
      return forgetful;
    },
  };
}
