import { createHash } from 'node:crypto';
import { canonicalJson } from '@countersign/json/canonical-json';
import type { Awaitable } from './awaitable.ts';
import type { Writing } from './port.ts';

/** An event to be appended to the journal. `json` is the event's text; `notable` events reach every reader of facts. */
export interface NewEvent {
  threadId: string;
  runId: string | null;
  agentId: string;
  json: string;
  notable: boolean;
}

/** What an operation may do inside its transaction. All of it commits together, or nothing. */
export interface Transaction extends Writing {
  /** Appends to the journal and returns the thread's new sequence. */
  append(event: NewEvent): Awaitable<number>;
  /** The position of the log: later writes have an equal or higher one, even if the clock is set. */
  place(): Awaitable<number>;
  /** Appends one of the server's own facts as `CUSTOM <name>`. */
  fact(
    place: { threadId: string; runId: string | null },
    name: string,
    value: unknown,
  ): Awaitable<void>;
  /** Adds a row to the audit chain. */
  audit(row: {
    operator: string;
    action: string;
    threadId: string | null;
    detail: unknown;
  }): Awaitable<void>;
}

/** Hash of one audit row, chained to the one before it. */
export function auditHash(previous: string, row: unknown): string {
  return createHash('sha256')
    .update(previous)
    .update('\n')
    .update(canonicalJson(row))
    .digest('hex');
}
