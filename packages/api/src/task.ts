import { runControlStatusSchema } from '@countersign/hai/agent-descriptor';
import { languageTag } from '@countersign/hai/reader-language';
import { stateSchema } from '@countersign/upformat/message';
import { z } from 'zod';
import { attachmentLimits, attachmentSchema } from './attachment.ts';
import { pageOf } from './shapes/page.ts';
import { threadIdSchema } from './shapes/thread-id.ts';
import { statedIssue } from './statements/stated-issue.ts';
import { statementSchema } from './statements/statement.ts';

/**
 * What the run of a task is doing. `held`: the agent cannot pause, so the server stopped reading it.
 * `lost`: the connection was lost and the agent cannot be rejoined. `cut-off`: an operator requested a stop, but the agent
 * does not support it, so its stream was closed; the run may still be active. `stopped` requires the agent's confirmation.
 * `cancelled`: the agent ended it before it was complete, without an error (AG-UI 1.0).
 */
export const runStatusSchema = z.enum([
  'starting',
  'running',
  'paused',
  'held',
  'stopping',
  'stopped',
  'cut-off',
  'cancelled',
  'finished',
  'failed',
  'lost',
]);
export type RunStatus = z.infer<typeof runStatusSchema>;

export const controlStateSchema = z.enum([
  'requested',
  'delivered',
  'acknowledged',
  'settled',
  /** The end of a stop that the agent never acknowledged: only its stream was closed. */
  'cut-off',
  'failed',
]);
/**
 * A pause, resume or stop in progress (docs/protocol/control.md). Times are epoch milliseconds, null = not reported by the other side yet.
 * `eventsSince` counts agent events that arrived after the request.
 */
export const controlSchema = z.object({
  id: z.string(),
  taskId: z.string(),
  runId: z.string(),
  action: z.enum(['pause', 'resume', 'stop']),
  /** `hold` and `close` are what the server does itself for an agent without a control endpoint. */
  means: z.enum(['agent', 'hold', 'close']),
  reason: z.string().nullable(),
  by: z.string(),
  state: controlStateSchema,
  requestedAt: z.number(),
  deliveredAt: z.number().nullable(),
  acknowledgedAt: z.number().nullable(),
  settledAt: z.number().nullable(),
  /** Why it failed. */
  failure: z.string().nullable(),
  /** `failure` as data; controls of older versions have none. */
  failureStatement: statementSchema.optional(),
  eventsSince: z.number().int(),
  /** Since when it is known that its agent does not follow it: ten seconds without an effect; absent = it may still, or did. */
  notObeyedAt: z.number().optional(),
});
export type Control = z.infer<typeof controlSchema>;

/** The response of an agent to a status request. Times are epoch milliseconds. */
export const agentReportSchema = z.object({
  /** Null: not given, or unknown. */
  status: runControlStatusSchema.nullable(),
  /** Its own text, or why there is no response. */
  detail: z.string().nullable(),
  /** `detail` as data, unless it is the agent's own. */
  statement: statementSchema.optional(),
  at: z.number(),
  answered: z.boolean(),
});
export type AgentReport = z.infer<typeof agentReportSchema>;

/** One row of the task list. `state` is the last declared UpFormat state, null when none was declared. Times: epoch ms. */
export const taskSchema = z.object({
  id: z.string(),
  title: z.string(),
  agentId: z.string(),
  agentName: z.string(),
  /** All senders, the first connection first; `relayed:…` = a name an agent acted for. */
  agents: z.array(z.string()),
  runId: z.string(),
  runStatus: runStatusSchema,
  state: stateSchema.nullable(),
  openPrompts: z.object({ blocking: z.number().int(), followup: z.number().int() }),
  /** The last answer to a blocking question was a rejection, regardless of how its agent describes the end. */
  rejected: z.literal(true).optional(),
  /** Its agent has declared that it waits for a person, and nothing is open: its question has ended without an answer. */
  unanswered: z.literal(true).optional(),
  startedAt: z.number(),
  updatedAt: z.number(),
  endedAt: z.number().nullable(),
  counts: z.object({ events: z.number().int(), anomalies: z.number().int() }),
  /** It is a call of an agent that changes nothing: lists leave it out while nobody is needed. */
  reads: z.literal(true).optional(),
  /** Some of its events could not be read from disk: they are shown as anomalies; everything else is complete. */
  damaged: z.literal(true).optional(),
  /** The newest control per action, newest first. */
  controls: z.array(controlSchema),
  /** The controls that the agent of the current run supports; for the others the server holds or closes the stream. */
  can: z.object({
    pause: z.enum(['agent', 'hold']),
    stop: z.enum(['agent', 'close']),
    /** `next-run`: the active run cannot receive messages; they wait until it ends. */
    message: z.enum(['running', 'new-run', 'next-run']),
    /** It answers status requests. */
    status: z.literal(true).optional(),
  }),
});
export type Task = z.infer<typeof taskSchema>;
export const taskPageSchema = pageOf(taskSchema);

/** Body of `POST /api/tasks`: at least a message or an input. */
/** The language the operator reads, as a BCP 47 tag: sent to agents with the run, so that they can answer in it. */
const languageSchema = z.string().max(35).regex(languageTag);

export const createTaskSchema = z
  .object({
    agentId: z.string(),
    message: z.string().min(1).max(100_000).optional(),
    input: z.record(z.string(), z.unknown()).optional(),
    threadId: threadIdSchema.optional(),
    title: z.string().max(200).optional(),
    language: languageSchema.optional(),
    attachments: z.array(attachmentSchema).max(attachmentLimits.count).optional(),
    /** A request that is repeated under the same key starts nothing again. */
    idempotencyKey: z.string().min(8).max(200).optional(),
  })
  .refine((body) => body.message !== undefined || body.input !== undefined, {
    ...statedIssue('Give a message or an input.', { code: 'request.no-input' }),
    path: ['message'],
  });
export type CreateTask = z.infer<typeof createTaskSchema>;
export const createdTaskSchema = z.object({ taskId: z.string(), runId: z.string() });
export type CreatedTask = z.infer<typeof createdTaskSchema>;

/**
 * Messages of an operator that the active run cannot receive: they wait for its end and are sent together with the next run, in
 * order. `not-sent`: they will not be sent, `reason` says why.
 */
export const queuedMessageSchema = z.object({
  /** The id of the message once it is part of the task. */
  id: z.string(),
  taskId: z.string(),
  /** Operator id. */
  by: z.string(),
  content: z.string(),
  /** Epoch ms. */
  at: z.number(),
  state: z.enum(['waiting', 'sent', 'withdrawn', 'not-sent']),
  reason: z.string().nullable(),
  /** `reason` as data; messages of older versions have none. */
  statement: statementSchema.optional(),
  /** How many things are attached to it; absent = none. */
  attachments: z.number().int().optional(),
});
export type QueuedMessage = z.infer<typeof queuedMessageSchema>;

/** Body of `POST /api/tasks/{id}/messages`: to the running agent, a new run, or the next one. */
export const createMessageSchema = z.object({
  content: z.string().min(1).max(100_000),
  idempotencyKey: z.string().min(8).max(200).optional(),
  language: languageSchema.optional(),
  attachments: z.array(attachmentSchema).max(attachmentLimits.count).optional(),
  /** The id of a message that was not sent, whose attachments are sent again. Not together with `attachments`. */
  attachmentsOf: z.string().min(1).max(200).optional(),
});
export const createdMessageSchema = z.object({
  messageId: z.string(),
  /** The run that receives it; with `next-run`, the one whose end it waits for. */
  runId: z.string(),
  to: z.enum(['running', 'new-run', 'next-run']),
});
export type CreatedMessage = z.infer<typeof createdMessageSchema>;

/** Body of `POST /api/tasks/{id}/control`. */
export const createControlSchema = z.object({
  action: controlSchema.shape.action,
  /** With a stop: the agent is not asked, its connection is closed. What it does elsewhere may go on. */
  cut: z.literal(true).optional(),
  reason: z.string().max(2_000).optional(),
  idempotencyKey: z.string().min(8).max(200),
});
export const createdControlSchema = z.object({
  controlId: z.string(),
  state: controlStateSchema,
  control: controlSchema,
  /** One for each run that had not ended; `control` is the first. */
  controls: z.array(controlSchema).optional(),
});
