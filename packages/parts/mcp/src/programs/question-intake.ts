import { type ProgramAccess, programProtocols } from '@countersign/adapters/program/protocol';
import { checkSchema } from '@countersign/desk/content/schema-check';
import type { Fault } from '@countersign/json/fault';
import type { IngestItem } from '@countersign/part-desk/runs/intake/ingest-item';
import { createIntake } from '@countersign/part-desk/runs/intake/intake';
import type { KnownProgram } from '@countersign/server/identity';
import type { UpMessage } from '@countersign/upformat/message';

/** Reads what a program says like the stream of any agent: one run that consists of `frames`. */
export function itemsOf(
  frames: string,
  {
    client,
    via,
    threadId,
    runId,
  }: { client: KnownProgram; via: ProgramAccess; threadId: string; runId: string },
  now: () => number,
): IngestItem[] {
  const intake = createIntake({
    agentId: client.id,
    threadId,
    runId,
    earlier: { messages: [] },
    now,
    lastEventId: null,
    protocol: programProtocols[via],
    detect: () => null,
  });
  intake.feed(`data: ${JSON.stringify({ type: 'RUN_STARTED', threadId, runId })}\n\n`);
  return intake.feed(frames);
}

/** Why a proposal cannot be accepted as it is; null = it can, or there is none. */
export function proposalFault({ payload, upContext }: UpMessage): Fault | null {
  if (payload === undefined) return null;
  const [fault] = checkSchema(upContext?.schema, payload).faults;
  return fault ?? null;
}

/** Why `items` ask nothing, as the intake found; null = they contain a question. */
export function reasonNotAsked(items: readonly IngestItem[]): string | null {
  if (items.some((item) => item.kind === 'event' && item.up !== null)) return null;
  const item = items.find(({ kind }) => kind === 'anomaly');
  if (item?.kind !== 'anomaly') return '';
  const { detail, issues = [] } = item.fact;
  return [detail, ...issues.map(({ path, message }) => `${path} ${message}`)].join(' ');
}
