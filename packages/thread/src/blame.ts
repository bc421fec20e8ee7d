import type { Envelope } from '@countersign/hai/envelope';
import { jsonEqual } from '@countersign/json/json-equal';
import { findAt, parsePointer } from '@countersign/json/json-pointer';
import { causeOf } from './cause.ts';
import { createStateReplay } from './state-replay.ts';

/** One event that changed a place of the shared document. `undefined` = the place did not exist. */
export interface BlameEntry {
  sequence: number;
  agentId: string;
  /** Time of receipt, epoch ms. */
  at: number;
  before: unknown;
  after: unknown;
}

/** An incremental blame, for a journal that is read page by page. */
export interface BlameReader {
  /** The entry for this envelope, or null if the place is unchanged. Envelopes of one thread, in order. */
  read(envelope: Envelope): BlameEntry | null;
}

/** Starts a blame of one place of the shared document, before the first event. */
export function readBlame(pointer: string): BlameReader {
  const tokens = parsePointer(pointer);
  const replay = createStateReplay();
  let before: unknown;
  return {
    read(envelope) {
      if (typeof tokens === 'string') return null;
      if (replay.take(envelope) === null) return null;
      const found = findAt(replay.document, tokens);
      const after = 'missing' in found ? undefined : found.value;
      // Branches that were not touched keep their identity, so most events end here.
      if (after === before || jsonEqual(after, before)) return null;
      const { sequence, receivedAt } = envelope;
      const entry = { sequence, agentId: causeOf(envelope).speaker, at: receivedAt, before, after };
      before = after;
      return entry;
    },
  };
}

/**
 * Who changed a place of the shared document, oldest first: every event after which the value at the JSON Pointer differs
 * from the one before, for changes above, at, or below it, or by an array that moved under it. The last entry is the
 * author of the current value. Envelopes of one thread in order; events without state are skipped.
 */
export function blameOf(envelopes: Iterable<Envelope>, pointer: string): BlameEntry[] {
  const reader = readBlame(pointer);
  const entries: BlameEntry[] = [];
  for (const envelope of envelopes) {
    const entry = reader.read(envelope);
    if (entry !== null) entries.push(entry);
  }
  return entries;
}
