import type { Envelope } from './envelope.ts';

/** An envelope whose event is JSON text. */
export type WrittenEnvelope = Omit<Envelope, 'event'> & { event: string };

/**
 * Several envelopes as one JSON text (docs/protocol/server-stream.md#batches): tasks, runs and agents are written once, and positions,
 * sequences and times count from the first ones. Empty for none.
 *
 * @example encodeBatch([envelope]) // '{"position":7,"receivedAt":1,"sources":[["t","r","a",1]],"events":[[0,0,0,0,{…}]]}'
 */
export function encodeBatch(envelopes: readonly WrittenEnvelope[]): string {
  const [first] = envelopes;
  if (first === undefined) return '';
  const sources = new Map<string, { place: number; sequence: number; text: string }>();
  let last: WrittenEnvelope = first;
  let source = { place: 0, sequence: first.sequence, text: '' };
  const sourceOf = (envelope: WrittenEnvelope) => {
    const { threadId, runId, agentId, sequence } = envelope;
    const key = JSON.stringify([threadId, runId, agentId]);
    const known = sources.get(key);
    if (known !== undefined) return known;
    const added = { place: sources.size, sequence, text: `${key.slice(0, -1)},${sequence}]` };
    sources.set(key, added);
    return added;
  };
  let events = '';
  for (const envelope of envelopes) {
    const { position, sequence, receivedAt, event } = envelope;
    // Most events are of the same source as the one before.
    if (sources.size === 0 || !isSameSource(envelope, last)) source = sourceOf(envelope);
    last = envelope;
    const numbers = `${source.place},${position - first.position},${sequence - source.sequence},${receivedAt - first.receivedAt}`;
    events += `${events === '' ? '' : ','}[${numbers},${event}]`;
  }
  const { position, receivedAt } = first;
  const texts = Array.from(sources.values(), ({ text }) => text);
  return `{"position":${position},"receivedAt":${receivedAt},"sources":[${texts}],"events":[${events}]}`;
}

const isSameSource = (one: WrittenEnvelope, other: WrittenEnvelope): boolean =>
  one.threadId === other.threadId && one.runId === other.runId && one.agentId === other.agentId;

/** The envelopes of a batch, in order; empty if the value is not a batch. Their shape is not checked. */
export function decodeBatch(value: unknown): unknown[] {
  const { position, receivedAt, sources, events } = Object(value);
  if (!Array.isArray(sources) || !Array.isArray(events)) return [];
  return events.map((row) => {
    const [place, at, sequence, afterMs, event] = Array.isArray(row) ? row : [];
    const source: unknown = sources[place];
    const [threadId, runId, agentId, first] = Array.isArray(source) ? source : [];
    return {
      position: position + at,
      threadId,
      runId,
      sequence: first + sequence,
      receivedAt: receivedAt + afterMs,
      agentId,
      event,
    };
  });
}
