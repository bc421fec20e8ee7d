import { createHash } from 'node:crypto';
import { canonicalJson } from '@countersign/json/canonical-json';
import type { Awaitable } from './awaitable.ts';
import type { Writing } from './port.ts';
import type { Signer, SigningKey } from './signing.ts';

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
  /** Signs receipts; null = the store has no secret. */
  signer(): Awaitable<Signer | null>;
  /** Adds the next key that they are signed with; null = the store has no secret. */
  addSigningKey(): Awaitable<SigningKey | null>;
}

/** Hash of one audit row, chained to the one before it. */
export const auditHash = (previous: string, row: unknown): string =>
  auditTextHash(previous, canonicalJson(row));

/** The same of the text of a row, as it is stored. */
export const auditTextHash = (previous: string, text: string): string =>
  createHash('sha256').update(previous).update('\n').update(text).digest('hex');
