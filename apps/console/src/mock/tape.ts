import { agentSchema } from '@countersign/api/agent';
import { taskSchema } from '@countersign/api/task';
import { type Envelope, envelopeSchema } from '@countersign/hai/envelope';
import { z } from 'zod';

/** A recorded task: what a server journalled while real agents worked on it. Written by `record-tape.ts`. */
export const tapeSchema = z.object({
  /** Where it was recorded, in words. */
  origin: z.string(),
  recordedAt: z.string(),
  task: taskSchema,
  agents: z.array(agentSchema),
  envelopes: z.array(envelopeSchema),
});
export type Tape = z.infer<typeof tapeSchema>;

const timeKeys = new Set([
  'receivedAt',
  'openedAt',
  'revisedAt',
  'closedAt',
  'expiresAt',
  'recordedAt',
  'deliveredAt',
  'acknowledgedAt',
  'requestedAt',
  'settledAt',
  'startedAt',
  'updatedAt',
  'endedAt',
  'timestamp',
]);
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

function shifted(value: unknown, byMs: number): unknown {
  if (Array.isArray(value)) return value.map((held: unknown) => shifted(held, byMs));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [
      key,
      timeKeys.has(key) ? later(held, byMs) : shifted(held, byMs),
    ]),
  );
}

function later(value: unknown, byMs: number): unknown {
  if (typeof value === 'number') return value + byMs;
  if (typeof value === 'string' && iso.test(value))
    return new Date(Date.parse(value) + byMs).toISOString();
  return value;
}

/**
 * The envelopes of a tape as those of a new task: other ids, times moved so that the first was received at `startAt`.
 * Figures that only look like times are left alone: moved are the members that the protocols define as times.
 */
export function retell(
  tape: Tape,
  { taskId, runId, startAt }: { taskId: string; runId: string; startAt: number },
): Envelope[] {
  const [first] = tape.envelopes;
  if (!first) return [];
  const text = JSON.stringify(tape.envelopes)
    .replaceAll(first.threadId, taskId)
    .replaceAll(tape.task.runId, runId);
  return z.array(envelopeSchema).parse(shifted(JSON.parse(text), startAt - first.receivedAt));
}
