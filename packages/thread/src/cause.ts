import type { Envelope } from '@countersign/hai/envelope';

/** The agent id of the server's own facts (HAI section 9). */
export const serverAgentId = 'countersign';

/** Where an event comes from: its envelope, and who really spoke. */
export interface Cause {
  envelope: Envelope;
  /** An agent id, `operator:<id>`, or `countersign`. */
  speaker: string;
  /** The connected agent passes on what another one said. */
  relayed: boolean;
  /** The run of the one who spoke. */
  runId: string | null;
}

/** A person or the server: names no agent may borrow. */
export const isReserved = (agentId: string): boolean =>
  agentId === serverAgentId || agentId.startsWith('operator:');

/** Reads who speaks: `metadata.agentId` of a relayed event, else the connection it came through. */
export function causeOf(envelope: Envelope): Cause {
  const { metadata } = envelope.event;
  const named = metadata?.['agentId'];
  if (
    typeof named !== 'string' ||
    named === '' ||
    named === envelope.agentId ||
    isReserved(named)
  ) {
    return { envelope, speaker: envelope.agentId, relayed: false, runId: envelope.runId };
  }
  const run = metadata?.['runId'];
  const runId = typeof run === 'string' ? run : null;
  return { envelope, speaker: named, relayed: true, runId };
}
