import type { Envelope } from '@countersign/hai/envelope';
import { senderOf } from '@countersign/hai/sender';

/** The agent id of the server's own facts (docs/protocol/server-stream.md). */
export const serverAgentId = 'countersign';

/** The origin of an event: its envelope and its sender. */
export interface Cause {
  envelope: Envelope;
  /** The connection's agent id, `relayed:…` for one it acts for, `operator:<id>`, or `countersign`. */
  speaker: string;
  /** The connected agent relays another one. */
  relayed: boolean;
  /** The run of the sender. */
  runId: string | null;
  /** A reserved name in `metadata`. */
  refused: string | null;
}

/** A person or the server: no other envelopes have these ids. */
export const isReserved = (agentId: string): boolean =>
  agentId === serverAgentId || agentId.startsWith('operator:');

/** Reads the sender: the connection, for itself or for the one named in `metadata`. */
export function causeOf(envelope: Envelope): Cause {
  const { metadata } = envelope.event;
  if (metadata === undefined || metadata === null) return direct(envelope);
  // Envelopes of the server and of people have no other sender.
  if (isReserved(envelope.agentId)) return direct(envelope);
  const { id, sourceRun, refused } = senderOf(metadata, envelope);
  if (id === envelope.agentId && sourceRun === null) return { ...direct(envelope), refused };
  return { envelope, speaker: id, relayed: true, runId: sourceRun, refused };
}

const direct = (envelope: Envelope): Cause => ({
  envelope,
  speaker: envelope.agentId,
  relayed: false,
  runId: envelope.runId,
  refused: null,
});
