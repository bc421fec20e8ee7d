import { z } from 'zod';
import { faultSchema } from './problem.ts';
import { claimSchema, decisionSchema, promptSchema } from './prompt.ts';
import { statementSchema } from './statement.ts';
import { controlSchema, queuedWordsSchema, saidOfRunSchema } from './task.ts';
import { promptRowSchema } from './wire-row.ts';

/**
 * The server's own facts: values of the `CUSTOM countersign.*` events in the journal.
 * Each carries the whole new truth, so a reader never has to ask again.
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
    /** Another way leads to the agent, or none: its run has ended, or the agent left the registry or came back. */
    'rerouted',
    /** It was commented on. */
    'commented',
    /** The schema that it refers to was loaded. */
    'schema-loaded',
  ]),
  prompt: promptSchema,
});
export type PromptFact = z.infer<typeof promptFactSchema>;

/** The same as a reader gets it that does not follow the task (`facts=short`): the row of a list, and no whole prompt. */
export const shortPromptFactSchema = promptFactSchema
  .pick({ change: true })
  .extend({ row: promptRowSchema });
export type ShortPromptFact = z.infer<typeof shortPromptFactSchema>;

export const decisionFactSchema = z.object({
  change: z.enum([
    'recorded',
    /** Another run of the task is active: the answer is delivered with the next one. */
    'queued',
    'delivered',
    'acknowledged',
    'undeliverable',
    'refused',
    'recalled',
  ]),
  decision: decisionSchema,
});
export type DecisionFact = z.infer<typeof decisionFactSchema>;

/** What became of words that wait for the next run. */
export const wordsFactSchema = z.object({
  change: z.enum(['queued', 'sent', 'withdrawn', 'returned']),
  words: queuedWordsSchema,
});
export type WordsFact = z.infer<typeof wordsFactSchema>;

export const claimFactSchema = z.object({
  change: z.enum([
    'claimed',
    'renewed',
    'released',
    'expired',
    'take-over-asked',
    'take-over-declined',
    /** Who asked does not want it any more. */
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
  ]),
  control: controlSchema,
});
export type ControlFact = z.infer<typeof controlFactSchema>;

/** A peer broke the grammar and we carried on. */
export const anomalyFactSchema = z.object({
  kind: z.enum([
    'frame-rejected',
    /** The event was untidy and was read all the same: worth knowing, no fault in the task. */
    'event-repaired',
    'illegal-order',
    'illegal-transition',
    'patch-failed',
    'message-quarantined',
    'event-too-large',
    /** It was lost on the disk: not a fault of a sender. */
    'event-unreadable',
    /** Numbers were rounded, members dropped or bytes replaced: the event is not quite what was sent. */
    'event-altered',
    /** An agent spoke in a name that no agent may: the server's own, or a person's. */
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
  attempt: z.number().int().optional(),
  /** With `said`: what it answered when it was asked what its run is doing. */
  said: saidOfRunSchema.optional(),
});
export type AgentFact = z.infer<typeof agentFactSchema>;
