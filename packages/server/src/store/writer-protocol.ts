import type { StorePart } from '@countersign/api/store-state';
import type { StoreFault } from './faults/store-fault.ts';
import type { StreamRow } from './row.ts';

/**
 * Where a store is, for threads that open it themselves: the file of the embedded engine, or the address of a database. `server`: the id
 * of this server among those on the database.
 */
export type StoreSource = { file: string } | { url: string; server: string };

/** The settings with which the thread is started. */
export interface WriterSettings {
  source: StoreSource;
  /** How long the first operation of a batch waits for others, ms. */
  commitDelayMs: number;
  /** Seals the ends of the audit and of the events; undefined = they are not sealed. */
  auditKey: string | undefined;
}

/** Main thread → writer. */
export interface WriterRequest {
  id: number;
  /** Of an operation that the thread has. */
  name: string;
  input: unknown;
  now: number;
  /** Waits as long as necessary for a store that is not writable; else it is refused at once. */
  waits: boolean;
  /** The number of the server on duty, without which it is not written. */
  fence?: number | undefined;
}

/**
 * `hurry`: what cannot be written now is refused from here on. `doubt`: connections to the database may be dead. `close`: finishes its
 * queue, then ends.
 */
export type WriterMessage = WriterRequest | 'hurry' | 'doubt' | 'close';

export type WriterResult =
  | { id: number; ok: true; value: unknown }
  | { id: number; ok: false; fault: StoreFault };

/** Writer → main thread, after the commit: the outcome of each operation, and every committed event. */
export interface WriterReply {
  results: WriterResult[];
  rows: StreamRow[];
  /** Parts in which a damaged page was found and skipped. */
  lost: StorePart[];
  /** Why the store is not writable; null = it is. */
  trouble: StoreFault | null;
}
