import { type Agent, agentSchema } from '@countersign/api/agent';
import { type Task, taskSchema } from '@countersign/api/task';
import { type Envelope, envelopeSchema } from '@countersign/hai/envelope';
import { recordOf } from '../ui/json/record-of.ts';

/** A recorded task: what a server journalled while real agents worked on it. Written by `record-tape.mjs`. */
export interface Tape {
  /** Where it was recorded, as text. */
  origin: string;
  recordedAt: string;
  task: Task;
  agents: Agent[];
  envelopes: Envelope[];
}

/** Reads a tape file. Throws when it does not have the shape of what a server journals today. */
export function parseTape(value: unknown): Tape {
  const tape = recordOf(value);
  return {
    origin: String(tape['origin']),
    recordedAt: String(tape['recordedAt']),
    task: taskSchema.parse(tape['task']),
    agents: agentSchema.array().parse(tape['agents']),
    envelopes: envelopeSchema.array().parse(tape['envelopes']),
  };
}

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
 * The envelopes of a tape as those of a new task: other ids, times moved so that the first was received at `startAt`. Numbers that
 * only look like times are not changed: only the members that the protocols define as times are moved.
 */
export function retimed(
  tape: Tape,
  { taskId, runId, startAt }: { taskId: string; runId: string; startAt: number },
): Envelope[] {
  const [first] = tape.envelopes;
  if (!first) return [];
  const text = JSON.stringify(tape.envelopes)
    .replaceAll(first.threadId, taskId)
    .replaceAll(tape.task.runId, runId);
  return envelopeSchema.array().parse(shifted(JSON.parse(text), startAt - first.receivedAt));
}
