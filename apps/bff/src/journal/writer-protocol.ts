import type { StorePart } from '@countersign/api/store-state';
import type { StreamRow } from './row.ts';
import type { StoreFault } from './store-fault.ts';

/** What the thread is started with. */
export interface WriterSettings {
  file: string;
  /** How long the first operation of a batch waits for company, ms. */
  commitDelayMs: number;
}

/** Main thread → writer. */
export interface WriterRequest {
  id: number;
  /** Of an operation that the thread was given. */
  name: string;
  input: unknown;
  now: number;
  /** Waits for a store that takes no writes, as long as it takes; else it is told at once. */
  waits: boolean;
}

/** `hurry`: what cannot be written now is refused from here on. `close`: writes what it has, then ends. */
export type WriterMessage = WriterRequest | 'hurry' | 'close';

export type WriterResult =
  | { id: number; ok: true; value: unknown }
  | { id: number; ok: false; fault: StoreFault };

/** Writer → main thread, after the commit: outcome of each operation, and every event that is now true. */
export interface WriterReply {
  results: WriterResult[];
  rows: StreamRow[];
  /** Parts in which a damaged page was met and gone past. */
  lost: StorePart[];
  /** Why the store takes no writes; null = it does. */
  trouble: StoreFault | null;
}
