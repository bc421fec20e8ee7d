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
  if (metadata === undefined || metadata === null) return direct(envelope);
  const named = metadata['agentId'];
  const run = metadata['runId'];
  const isName = typeof named === 'string' && named !== '' && !isReserved(named);
  const speaker = isName ? named : envelope.agentId;
  const sourceRun = typeof run === 'string' && run !== envelope.runId ? run : null;
  if (speaker === envelope.agentId && sourceRun === null) return direct(envelope);
  return { envelope, speaker, relayed: true, runId: sourceRun };
}

const direct = (envelope: Envelope): Cause => ({
  envelope,
  speaker: envelope.agentId,
  relayed: false,
  runId: envelope.runId,
});
