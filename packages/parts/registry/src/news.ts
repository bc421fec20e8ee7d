/** Notifies all listeners that something has changed, by its id. */
interface News {
  notify(id: string): void;
  /** Returns its undo. */
  listen(listener: (id: string) => void): () => void;
}

export function createNews(): News {
  const listeners = new Set<(id: string) => void>();
  return {
    notify(id) {
      for (const listener of listeners) listener(id);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
