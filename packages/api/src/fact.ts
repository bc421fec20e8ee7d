import { z } from 'zod';
import { faultSchema } from './problem.ts';
import { claimSchema, decisionSchema, promptSchema } from './prompt.ts';
import { editedSchema } from './prompts/edited-place.ts';
import { promptRowSchema } from './prompts/wire-row.ts';
import { statementSchema } from './statements/statement.ts';
import { agentReportSchema, controlSchema, queuedMessageSchema } from './task.ts';

/**
 * The server's own facts: values of the `CUSTOM countersign.*` events in the journal.
 * Each contains the complete new state, so a reader need not request it.
 */
export const promptFactSchema = z.object({
  change: z.enum([
    'opened',
    'revised',
    'answered',
    'expired',
    'withdrawn',
    'reopened',
    'extended',
    'snoozed',
    'woken',
    'escalated',
    /** Its next escalation step moved because it was claimed or released. */
    'rescheduled',
    /** Its delivery changed: its run has ended, or the agent was removed or registered again. */
    'rerouted',
    /** A person has said yes where several must, or has taken it back. */
    'voted',
    /** A comment was added. */
    'commented',
    /** The schema that it refers to was loaded. */
    'schema-loaded',
    /** What became of its answer was reported. */
    'result',
  ]),
  prompt: promptSchema,
  /** What its answer changed, if that is an edit of a value; absent in facts of older journals, and no reason to refuse one. */
  edited: editedSchema.optional().catch(undefined),
});
export type PromptFact = z.infer<typeof promptFactSchema>;

/** The same for a reader that does not follow the task (`facts=short`): the row of a list instead of the whole prompt. */
export const shortPromptFactSchema = promptFactSchema
  .pick({ change: true })
  .extend({ row: promptRowSchema });
export type ShortPromptFact = z.infer<typeof shortPromptFactSchema>;

export const decisionFactSchema = z.object({
  change: z.enum([
    'recorded',
    /** When it leaves was set: the last of the answers given with it is recorded. */
    'timed',
    /** Another run of the task is active: the answer is delivered with the next one. */
    'queued',
    'delivered',
    'acknowledged',
    'undeliverable',
    'refused',
    /** Whether the agent has carried it out is not known. */
    'in-doubt',
    'recalled',
  ]),
  decision: decisionSchema,
});
export type DecisionFact = z.infer<typeof decisionFactSchema>;

/** The state of messages that wait for the next run. */
export const queuedFactSchema = z.object({
  change: z.enum(['queued', 'sent', 'withdrawn', 'returned']),
  words: queuedMessageSchema,
});
export type QueuedFact = z.infer<typeof queuedFactSchema>;

export const claimFactSchema = z.object({
  change: z.enum([
    'claimed',
    'renewed',
    'released',
    'expired',
    'take-over-asked',
    'take-over-declined',
    /** The asker withdrew it. */
    'take-over-withdrawn',
    'taken-over',
  ]),
  promptId: z.string(),
  claim: claimSchema.nullable(),
});
export type ClaimFact = z.infer<typeof claimFactSchema>;

export const controlFactSchema = z.object({
  change: z.enum([
    'requested',
    'delivered',
    'acknowledged',
    'settled',
    'cut-off',
    'failed',
    'counted',
    /** Ten seconds after the request its agent has not followed it, or continues although it confirmed it. */
    'not-obeyed',
  ]),
  control: controlSchema,
});
export type ControlFact = z.infer<typeof controlFactSchema>;

/** The other side violated the protocol; the stream continued. */
export const anomalyFactSchema = z.object({
  kind: z.enum([
    'frame-rejected',
    /** The event was malformed but could be read: reported, not a fault of the task. */
    'event-repaired',
    'illegal-order',
    'illegal-transition',
    'patch-failed',
    'message-quarantined',
    'event-too-large',
    /** It was lost on the disk: not a fault of a sender. */
    'event-unreadable',
    /** Numbers were rounded, members dropped or bytes replaced: the event differs from what was sent. */
    'event-altered',
    /** An agent used a reserved name: the server's, or a person's. */
    'name-refused',
  ]),
  /** The sender: the connection, or `relayed:…` for one it acts for. */
  agentId: z.string(),
  detail: z.string(),
  /** `detail` as data; facts of older versions have none. */
  statement: statementSchema.optional(),
  issues: z.array(faultSchema).optional(),
  /** What arrived, cut to 4,000 characters. */
  raw: z.string().optional(),
  bytes: z.number().int().optional(),
});
export type AnomalyFact = z.infer<typeof anomalyFactSchema>;

export const agentFactSchema = z.object({
  change: z.enum(['connected', 'lost', 'reconnecting', 'held', 'released', 'closed', 'said']),
  agentId: z.string(),
  runId: z.string(),
  detail: z.string().nullable(),
  /** `detail` as data; facts of older versions have none. */
  statement: statementSchema.optional(),
  attempt: z.number().int().optional(),
  /** With `said`: what it answered when it was asked what its run is doing. */
  said: agentReportSchema.optional(),
});
export type AgentFact = z.infer<typeof agentFactSchema>;
