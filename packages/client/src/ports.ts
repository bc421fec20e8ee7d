/** The client's access to its environment; tests replace it. */
export interface Ports {
  fetch: typeof fetch;
  /** Epoch milliseconds. */
  now(): number;
  /** Runs once after a delay; returns its undo. */
  schedule(run: () => void, delayMs: number): () => void;
  createId(): string;
  /** From 0 up to, not including, 1. */
  random(): number;
  /** Kept across reloads; without it the outbox lives as long as the tab. */
  storage?: {
    get(key: string): string | null;
    set(key: string, value: string): void;
    remove(key: string): void;
  };
}
