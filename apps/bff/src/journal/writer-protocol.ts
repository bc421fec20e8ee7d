import type { OperationName } from './operations.ts';
import type { StreamRow } from './row.ts';

/** Main thread → writer. */
export interface WriterRequest {
  id: number;
  name: OperationName;
  input: unknown;
  now: number;
}

/** Writer → main thread, after the commit: outcome of each operation, and every event that is now true. */
export interface WriterReply {
  results: ({ id: number; ok: true; value: unknown } | { id: number; ok: false; error: string })[];
  rows: StreamRow[];
}
