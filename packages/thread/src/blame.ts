import type { Envelope } from '@countersign/hai/envelope';
import { causeOf } from './cause.ts';
import { jsonEqual } from './json-equal.ts';
import { parsePointer, valueAt } from './json-pointer.ts';
import { applyPatch } from './patch.ts';

/** One event after which a place of the shared document held something else. `undefined` = there was nothing. */
export interface BlameEntry {
  sequence: number;
  agentId: string;
  /** Time of receipt, epoch ms. */
  at: number;
  before: unknown;
  after: unknown;
}

/**
 * Who changed a place of the shared document, oldest first: every event after which the value at the JSON Pointer differs
 * from the one before, wherever the event wrote (above, at, or below it, or an array moved under it). The last entry is the
 * one to blame for what stands there. Envelopes of one thread in order; events that carry no state are passed over.
 */
export function blameOf(envelopes: Iterable<Envelope>, pointer: string): BlameEntry[] {
  const tokens = parsePointer(pointer);
  if (typeof tokens === 'string') return [];
  const entries: BlameEntry[] = [];
  let document: unknown;
  let before: unknown;
  const read = () => {
    const found = valueAt(document, tokens);
    return 'missing' in found ? undefined : found.value;
  };
  for (const envelope of envelopes) {
    const { event } = envelope;
    if (event.type === 'STATE_SNAPSHOT') document = event.snapshot;
    else if (event.type === 'STATE_DELTA') {
      document = applyPatch(document === undefined ? {} : document, event.delta).document;
    } else continue;
    const after = read();
    // Branches that were not touched keep their identity, so most events end here.
    if (after === before || jsonEqual(after, before)) continue;
    const { sequence, receivedAt } = envelope;
    entries.push({ sequence, agentId: causeOf(envelope).speaker, at: receivedAt, before, after });
    before = after;
  }
  return entries;
}
