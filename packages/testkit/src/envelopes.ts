import type { Envelope } from '@countersign/hai/envelope';
import type { HaiEvent } from '@countersign/hai/event';

export interface EnvelopeFields {
  threadId?: string;
  runId?: string | null;
  agentId?: string;
  receivedAt?: number;
}

/** Makes the envelopes of a journal: positions over all threads, sequences per thread, both from 1. */
export function createEnvelopes(defaults: EnvelopeFields = {}): {
  next(event: HaiEvent, fields?: EnvelopeFields): Envelope;
  all(): readonly Envelope[];
} {
  const made: Envelope[] = [];
  const sequences = new Map<string, number>();
  return {
    next(event, fields = {}) {
      const given = { threadId: 't1', runId: 'r1', agentId: 'agent', ...defaults, ...fields };
      const { threadId, runId, agentId } = given;
      const sequence = (sequences.get(threadId) ?? 0) + 1;
      sequences.set(threadId, sequence);
      const position = made.length + 1;
      const receivedAt = given.receivedAt ?? 1_000 + position;
      const envelope = { position, threadId, runId, sequence, receivedAt, agentId, event };
      made.push(envelope);
      return envelope;
    },
    all: () => made,
  };
}

/** The envelopes of one thread, one per event. */
export function envelopesOf(events: readonly HaiEvent[], fields: EnvelopeFields = {}): Envelope[] {
  const envelopes = createEnvelopes(fields);
  return events.map((event) => envelopes.next(event));
}
