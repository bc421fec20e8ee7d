/** A set of listeners; an exception in one does not prevent calling the others. */
export interface Listeners<T extends unknown[]> {
  add(listener: (...args: T) => void): () => void;
  notify(...args: T): void;
}

export function createListeners<T extends unknown[]>(
  onError: (error: unknown) => void,
): Listeners<T> {
  const listeners = new Set<(...args: T) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(...args) {
      for (const listener of [...listeners]) {
        try {
          listener(...args);
        } catch (error) {
          onError(error);
        }
      }
    },
  };
}
