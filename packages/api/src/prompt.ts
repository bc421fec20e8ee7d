import {
  feedbackTypeSchema,
  severitySchema,
  upFeedbackSchema,
  upMessageSchema,
} from '@countersign/upformat/message';
import { z } from 'zod';
import { promptOriginSchema } from './origin.ts';
import { demandSchema, voteSchema } from './policy/demand.ts';
import { signalSchema } from './policy/signal.ts';
import { seenSchema } from './prompts/presence.ts';
import { escalationStepSchema } from './settings/policy.ts';
import { pageOf } from './shapes/page.ts';
import { statementSchema } from './statements/statement.ts';

export const promptStateSchema = z.enum(['open', 'answered', 'expired', 'withdrawn']);
export type PromptState = z.infer<typeof promptStateSchema>;

/**
 * How far an answer has come. `recorded` in the journal, `delivered` (the agent's endpoint said 2xx),
 * `acknowledged` (confirmed in the agent's stream, or the agent continued with it), `undeliverable` (not delivered; see `failure`), `refused`
 * (by the agent; see `failure`), `recalled` (before it was delivered). A prompt whose answer was recalled,
 * refused or could not be delivered is open again, unless its deadline has passed.
 */
export const decisionStateSchema = z.enum([
  'recorded',
  'delivered',
  'acknowledged',
  'undeliverable',
  'refused',
  'recalled',
]);
/**
 * Who answered. `default`: the server applied the agent's own default at expiry. `escalation`: the last step of the
 * escalation policy applied it. `rule`: an explicit rule of the operators, named with its version in `rule`.
 */
export const deciderSchema = z.object({
  kind: z.enum(['operator', 'default', 'escalation', 'rule']),
  id: z.string(),
  name: z.string(),
  rule: z.object({ id: z.string(), version: z.number().int() }).optional(),
});
export type Decider = z.infer<typeof deciderSchema>;

/** What became of a decision, as who acted on it reports. */
export const decisionOutcomeSchema = z.object({
  status: z.enum(['done', 'failed', 'reversed']),
  note: z.string().nullable(),
  /** Of the result, SHA-256 in hex. */
  digest: z.string().nullable(),
  /** Epoch ms. */
  at: z.number(),
});
export type DecisionOutcome = z.infer<typeof decisionOutcomeSchema>;

/** The binding answer to a prompt. Times are epoch milliseconds. */
export const decisionSchema = z.object({
  id: z.string(),
  promptId: z.string(),
  by: deciderSchema,
  feedback: upFeedbackSchema,
  /** Of what was shown; '' = the answer was not given here, but forwarded in the stream of an agent. */
  digest: z.string(),
  state: decisionStateSchema,
  recordedAt: z.number(),
  /** Until then it can be recalled and has not been sent; null = it was sent at once. */
  releaseAt: z.number().nullable().default(null),
  /** It was one answer to several prompts; absent = to this one. */
  inBulk: z.literal(true).optional(),
  /** Ids of prompts that must also be answered before the agent accepts any of them (AG-UI: no partial resume). */
  waitsFor: z.array(z.string()).default([]),
  /** The run whose end it waits for, because a task has one run at a time; absent = it waits for none. */
  waitsForRun: z.string().optional(),
  deliveredAt: z.number().nullable(),
  acknowledgedAt: z.number().nullable(),
  attempts: z.number().int(),
  /** Why the last delivery failed, as text that an operator can act on. */
  failure: z.string().nullable(),
  /** `failure` as data; answers of older versions have none. */
  failureStatement: statementSchema.optional(),
  /** What became of it; absent = nothing was reported. */
  outcome: decisionOutcomeSchema.optional(),
});
export type Decision = z.infer<typeof decisionSchema>;

/** The position of a question in its own protocol. */
export const promptSourceSchema = z.object({
  /** messageId, interrupt id, tool call id, or the id of the message that holds the button or form. */
  id: z.string(),
  /** The reason of an AG-UI interrupt, as given. */
  reason: z.string().nullable(),
  /** The tool that is called or asked about. */
  toolName: z.string().nullable(),
  /** Open prompts of one task with the same value are answered together: none is sent before the last one is answered. */
  together: z.string().nullable(),
  /** Of an interrupt that did not come in the outcome of its run: the CUSTOM event `on_interrupt`, answered by `forwardedProps.command`. */
  carrier: z.enum(['on-interrupt']).optional(),
});
export type PromptSource = z.infer<typeof promptSourceSchema>;

/** A comment on a prompt. */
export const promptCommentSchema = z.object({
  id: z.string(),
  by: z.object({ id: z.string(), name: z.string() }),
  /** Epoch ms. */
  at: z.number(),
  feedback: upFeedbackSchema,
});
export type PromptComment = z.infer<typeof promptCommentSchema>;

/**
 * How an answer would be delivered now. `feedback`: posted to the run that asked. `run`: with a new run of the task. `asker`: to the
 * part of the server that asked. `none`: the agent is no longer registered; the prompt can only be dismissed. `run` is the state of
 * the run that asked; null = there is none.
 */
export const deliveryMethodSchema = z.object({
  by: z.enum(['feedback', 'run', 'asker', 'none']),
  run: z.enum(['open', 'finished', 'failed', 'lost', 'stopped']).nullable(),
});
export type DeliveryMethod = z.infer<typeof deliveryMethodSchema>;

/** A lease on a prompt, advisory between operators. Times are epoch milliseconds. */
export const claimSchema = z.object({
  operator: z.string(),
  name: z.string(),
  since: z.number(),
  until: z.number(),
  /** A request to take it over; granted at `grantedAt` unless the holder declines. */
  takeOver: z
    .object({ operator: z.string(), name: z.string(), at: z.number(), grantedAt: z.number() })
    .nullable(),
});
export type Claim = z.infer<typeof claimSchema>;

/** Snoozed by a person until a time, with a reason; its deadline keeps running. */
export const snoozeSchema = z.object({
  operator: z.string(),
  name: z.string(),
  at: z.number(),
  until: z.number(),
  reason: z.string(),
});
export type Snooze = z.infer<typeof snoozeSchema>;

/** The settings of the policy under which a prompt was opened, and its escalation step (a newer policy does not change them). */
export const escalationSchema = z.object({
  policyVersion: z.number().int(),
  /** 0 = assigned to all; else the number of steps taken. */
  level: z.number().int(),
  steps: z.array(escalationStepSchema),
  /** The group whose turn it is; null = all. */
  group: z.string().nullable(),
  /** When the next step is taken if it is not claimed or answered; null = no further step, or it is claimed. */
  nextAt: z.number().nullable(),
  /** Kinds of answer that need a reason. */
  reasonFor: z.array(feedbackTypeSchema).default([]),
});
export type Escalation = z.infer<typeof escalationSchema>;

/**
 * A question that a person can act on: one inbox entry (docs/protocol/message.md). `id` is unique on this server.
 * `digest` is the SHA-256 (hex) over the canonical JSON (RFC 8785) of `message`: an answer must carry it.
 * Times are epoch milliseconds. `sequence` is the position of the question in its log (`logOf`). Members with a default are missing
 * in facts of older journals.
 */
export const promptSchema = z.object({
  id: z.string(),
  /** Null = it has no task: `agentId` is the id of an asker. */
  taskId: z.string().nullable(),
  taskTitle: z.string().nullable(),
  /** Null = it was not asked by a run. */
  runId: z.string().nullable(),
  /**
   * The registered agent whose stream the question came on, or the asker of a question without a task. Facts of older servers may
   * name the one in `relayedFor`.
   */
  agentId: z.string(),
  agentName: z.string(),
  /** The name it claims to act for: never a registered agent. Null = itself. */
  relayedFor: z.string().nullable().default(null),
  origin: promptOriginSchema,
  source: promptSourceSchema.default({ id: '', reason: null, toolName: null, together: null }),
  /** Equal for prompts that ask the same about other data: agent, tool, schema and shape (SHA-256, hex). */
  classKey: z.string().default(''),
  blocking: z.boolean(),
  state: promptStateSchema,
  severity: severitySchema,
  revision: z.number().int(),
  sequence: z.number().int(),
  /** Orders the questions that one event asks. */
  place: z.number().int().default(0),
  ask: z.string(),
  message: upMessageSchema,
  digest: z.string(),
  openedAt: z.number(),
  revisedAt: z.number().nullable(),
  expiresAt: z.number().nullable(),
  /** What an operator may still add to the deadline, when the agent allows it. */
  extension: z.object({ seconds: z.number(), left: z.number().int() }).nullable().default(null),
  claim: claimSchema.nullable().default(null),
  snooze: snoozeSchema.nullable().default(null),
  escalation: escalationSchema.nullable().default(null),
  /** What the line of the policy that fits requires; null = none fits. */
  demand: demandSchema.nullable().default(null),
  /** Who has said yes so far, where several must; oldest first. */
  votes: z.array(voteSchema).default([]),
  /** What the server found in what is proposed. */
  signals: z.array(signalSchema).default([]),
  /** The first time an operator had it open. */
  seen: seenSchema.nullable().default(null),
  closedAt: z.number().nullable(),
  /** Why it closed without an answer. */
  closedReason: z.string().nullable(),
  /** `closedReason` as data; questions closed by older versions have none. */
  closedStatement: statementSchema.optional(),
  /** Who stopped the run that asked, when that closed it. */
  stoppedBy: z.object({ id: z.string(), name: z.string() }).nullable().default(null),
  decision: decisionSchema.nullable(),
  /** Of an open prompt: the last answer that the agent refused or could not be given. */
  returned: decisionSchema.nullable().default(null),
  way: deliveryMethodSchema.nullable().default(null),
  /** Oldest first. */
  comments: z.array(promptCommentSchema).default([]),
  /** A comment answers it: the agent takes comments as answers, or nothing else is allowed. */
  commentsAnswer: z.boolean().default(false),
});
export type Prompt = z.infer<typeof promptSchema>;
export const promptPageSchema = pageOf(promptSchema);

/** Body of `POST /api/prompts/{id}/decisions`. */
export const createDecisionSchema = z.object({
  feedback: upFeedbackSchema,
  digest: z.string(),
  idempotencyKey: z.string().min(8).max(200),
  /** Answers although another operator has claimed the prompt. */
  despiteClaim: z.boolean().optional(),
  /** For how long it can be recalled before it is sent, milliseconds, at most what the policy says. Programs that answer send 0. */
  holdMs: z.number().int().min(0).max(60_000).optional(),
});
export type CreateDecision = z.infer<typeof createDecisionSchema>;

/** Answer 201 of the same: a repeated idempotency key gets the same response again. */
export const createdDecisionSchema = z.object({
  decisionId: z.string(),
  state: decisionStateSchema,
  decision: decisionSchema,
});

/** Answer 202 of the same: the yes counts, and `short` other persons must say the same before it is decided. */
export const votedSchema = z.object({
  state: z.literal('voted'),
  voteId: z.string(),
  short: z.number().int(),
  prompt: promptSchema,
});

/** Body of `POST /api/prompts/{id}/claim`; an empty body claims or renews. `ask` requests it from who holds it, `force` takes it (administrators). */
export const createClaimSchema = z
  .object({ takeOver: z.enum(['ask', 'force']).optional() })
  .nullish();
export type CreateClaim = z.infer<typeof createClaimSchema>;

/** Body of `POST /api/prompts/{id}/snooze`. `until`: epoch ms, at most 30 days ahead. */
export const createSnoozeSchema = z.object({
  until: z.number(),
  reason: z.string().trim().min(1).max(400),
});
export type CreateSnooze = z.infer<typeof createSnoozeSchema>;

/** Body of `POST /api/prompts/{id}/comments`. */
export const createCommentSchema = z.object({
  feedback: upFeedbackSchema,
  idempotencyKey: z.string().min(8).max(200),
});
export type CreateComment = z.infer<typeof createCommentSchema>;

/** Body of `POST /api/prompts/{id}/dismissal`: closes a prompt whose answer cannot be delivered. */
export const dismissPromptSchema = z.object({ reason: z.string().trim().min(1).max(400) });

/** Body of `POST /api/prompts/{id}/extension`: one more step of what the agent allows, from the deadline that was shown. */
export const createExtensionSchema = z.object({ expiresAt: z.number() });

/** Answer of `POST /api/prompts/{id}/preview` (body `{feedback}`): what would be sent to the agent, without secrets. `null` = nothing is sent. */
export const deliveryPreviewSchema = z.object({
  /** `feedback`: posted to the open run. `run`: carried by a new run of the task. `asker`: given to the part of the server that asked. */
  as: z.enum(['feedback', 'run', 'asker']),
  /** Empty for an asker: nothing is sent from the server. */
  url: z.string(),
  headerNames: z.array(z.string()),
  body: z.unknown(),
  /** Prompts that must also be answered before it is sent. */
  waitsFor: z.array(z.string()),
});
export type DeliveryPreview = z.infer<typeof deliveryPreviewSchema>;
