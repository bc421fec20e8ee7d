import { z } from 'zod';
import { figureSchema } from './edit-check.ts';

export const stateSchema = z.enum([
  'submitted',
  'waiting',
  'completed',
  'failed',
  'needsHumanDecision',
  'followup',
  'cancelled',
]);
/** The declared operational state of a message (docs/protocol/message.md). */
export type UpState = z.infer<typeof stateSchema>;

/** An open question of an agent; a plain string is a question without a schema. */
export const questionSchema = z.union([
  z.string(),
  z.looseObject({
    /** Without one there is no member name for the answer: it is text. */
    id: z.string().optional(),
    text: z.string(),
    schema: z.unknown().optional(),
    required: z.boolean().optional(),
    options: z.array(z.unknown()).optional(),
    default: z.unknown().optional(),
  }),
]);
export type Question = z.infer<typeof questionSchema>;

export const alternativeSchema = z.union([
  z.string(),
  z.looseObject({
    id: z.string().optional(),
    label: z.string(),
    description: z.string().optional(),
    confidence: z.number().min(0).max(1).optional(),
    payload: z.unknown().optional(),
  }),
]);
export type Alternative = z.infer<typeof alternativeSchema>;

/** Structured reasoning (docs/protocol/message.md). */
export const upThoughtSchema = z.looseObject({
  reasoning: z.array(z.string()).optional(),
  questions: z.array(questionSchema).optional(),
  confidence: z.number().min(0).max(1).optional(),
  canProceed: z.boolean().optional(),
  alternatives: z.array(alternativeSchema).optional(),
  assumptions: z.array(z.string()).optional(),
});
export type UpThought = z.infer<typeof upThoughtSchema>;

/** Self-description of a payload (docs/protocol/message.md). `schema` is a JSON Schema, or a reference to one. */
export const upContextSchema = z.looseObject({
  entity: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  concepts: z.array(z.string()).optional(),
  constraints: z.record(z.string(), z.unknown()).optional(),
  schema: z.unknown().optional(),
});
export type UpContext = z.infer<typeof upContextSchema>;

export const feedbackTypeSchema = z.enum([
  'edit',
  'approve',
  'reject',
  'rank',
  'comment',
  'instruction',
]);
export type FeedbackType = z.infer<typeof feedbackTypeSchema>;

export const severitySchema = z.enum(['info', 'minor', 'major', 'critical']);
export type Severity = z.infer<typeof severitySchema>;
/** Every severity, the lowest first. */
export const severities: readonly Severity[] = severitySchema.options;
export const prioritySchema = z.enum(['low', 'medium', 'high', 'urgent']);
export type Priority = z.infer<typeof prioritySchema>;

const feedbackCommon = {
  /** What the feedback is about; `part` is a JSON Pointer into the payload, or a text range `{start, end}` in UTF-16 units. */
  target: z
    .looseObject({
      messageId: z.string(),
      part: z.union([z.string(), z.looseObject({ start: z.number(), end: z.number() })]).optional(),
    })
    .optional(),
  metadata: z
    .looseObject({ severity: severitySchema.optional(), priority: prioritySchema.optional() })
    .optional(),
};
const annotationSchema = z.looseObject({
  pointer: z.string().optional(),
  range: z.looseObject({ start: z.number(), end: z.number() }).optional(),
  text: z.string(),
});
/** What a person has attached to words, in the form of the request that starts a run (docs/protocol/events.md). */
export const attachedSchema = z.looseObject({
  /** Texts, as entries of a context. */
  context: z.array(z.record(z.string(), z.unknown())).optional(),
  /** Pictures, sounds and other files, as parts of a message. */
  parts: z.array(z.record(z.string(), z.unknown())).optional(),
});
const reasonContent = z.looseObject({ reason: z.string().optional() });
const textContent = z.looseObject({
  text: z.string().min(1),
  annotations: z.array(annotationSchema).optional(),
  attached: attachedSchema.optional(),
});

/** The answer of a person, or of a default: one of six kinds with its own content (docs/protocol/answers.md). */
export const upFeedbackSchema = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('approve'),
    ...feedbackCommon,
    content: reasonContent.optional(),
  }),
  z.looseObject({
    type: z.literal('reject'),
    ...feedbackCommon,
    content: reasonContent.optional(),
  }),
  z.looseObject({
    type: z.literal('edit'),
    ...feedbackCommon,
    /** Structured edit: RFC 6902 `patch` against the proposed payload plus the whole edited `value`; or free `text`. */
    content: z.looseObject({
      patch: z.array(z.looseObject({ op: z.string(), path: z.string() })).optional(),
      value: z.unknown().optional(),
      text: z.string().optional(),
    }),
  }),
  z.looseObject({
    type: z.literal('rank'),
    ...feedbackCommon,
    content: z.looseObject({ order: z.array(z.string()).min(1) }),
  }),
  z.looseObject({ type: z.literal('comment'), ...feedbackCommon, content: textContent }),
  z.looseObject({ type: z.literal('instruction'), ...feedbackCommon, content: textContent }),
]);
export type UpFeedback = z.infer<typeof upFeedbackSchema>;

/** The label of the button for an answer of one kind, and the effect of the answer. */
export const answerButtonSchema = z.looseObject({
  label: z.string().optional(),
  effect: z.string().optional(),
  /** For `rank`: how many items from the top the agent will use. */
  takes: z.number().int().min(1).optional(),
});
/**
 * Why a question ended without an answer: nobody answered in time, its default could not be sent then, the
 * console withdrew it, or it was too large to be read.
 */
export const endedSchema = z.enum(['expired', 'default-refused', 'withdrawn', 'too-large']);
export type Ended = z.infer<typeof endedSchema>;

/** The extension of the project for messages that ask (docs/protocol/message.md). Read it with `upPromptOf`, which also reads older spellings. */
export const upPromptSchema = z.looseObject({
  /** The one-line question put to the person. */
  ask: z.string().optional(),
  /** What happens when this is approved, in plain language. */
  effect: z.string().optional(),
  severity: severitySchema.optional(),
  priority: prioritySchema.optional(),
  /** When the default applies (followup), or the ask lapses (needsHumanDecision). */
  expiresAt: z.iso.datetime({ offset: true }).optional(),
  /** The exact feedback sent automatically at `expiresAt`. */
  defaultFeedback: upFeedbackSchema.optional(),
  /** Which kinds of feedback the agent accepts; absent = all possible kinds. */
  allowed: z.array(feedbackTypeSchema).optional(),
  /** The agent's labels for its answers. */
  answers: z.partialRecord(feedbackTypeSchema, answerButtonSchema).optional(),
  /** Incremented when the agent revises an open prompt under the same messageId. */
  revision: z.number().int().min(1).optional(),
  /** The operator may extend the deadline by `seconds`, `limit` times (default 1). */
  extension: z
    .looseObject({
      seconds: z.number().int().min(1).max(31_536_000),
      limit: z.number().int().min(1).max(1_000).optional(),
    })
    .optional(),
  /** Agents and people who wait for the answer. */
  waiting: z.array(z.string()).optional(),
  /** Pages that help to answer; shown with their host, and opened by the person. */
  links: z
    .array(
      z.looseObject({
        title: z.string().min(1).max(200),
        url: z.url({ protocol: /^https?$/ }).max(2_000),
      }),
    )
    .max(20)
    .optional(),
  /** For how long an answer can be recalled before it is sent, milliseconds; the policy of the operators is the most. */
  holdMs: z.number().int().min(0).max(60_000).optional(),
  /** Gen UI parts shown next to the proposal, such as a map or a chart. */
  outputs: z.array(figureSchema).max(20).optional(),
  /**
   * The agent checks an edited value before it is sent. `endpoint`: where, relative to the agent's own URL; another origin is
   * never called.
   */
  check: z.looseObject({ endpoint: z.string().min(1).max(2_000) }).optional(),
  /** Set by the console in the message that tells the agent that its question has ended without an answer: one of `endedSchema`. */
  ended: z.string().optional(),
});
export type UpPrompt = z.infer<typeof upPromptSchema>;

/** Where a payload that is a list or a text is in the payload as read. */
export const barePayloadSchema = z.enum(['list', 'text']);
export type BarePayload = z.infer<typeof barePayloadSchema>;

/** A member that could not be read: its path, the reason, and the value as received. */
export const unreadSchema = z.looseObject({
  path: z.string(),
  problem: z.string(),
  value: z.unknown(),
});
export type Unread = z.infer<typeof unreadSchema>;

/** The schema that a message refers to by its address, loaded on request of an operator. */
export const loadedSchemaSchema = z.looseObject({
  /** The reference as the message gives it. */
  from: z.string(),
  /** ISO 8601. */
  at: z.string(),
  by: z.looseObject({ id: z.string(), name: z.string() }),
  schema: z.record(z.string(), z.unknown()),
});
/** An UpFormat message (docs/protocol/message.md). */
export const upMessageSchema = z.looseObject({
  messageId: z.string().min(1),
  threadId: z.string().min(1),
  parentMessageId: z.string().optional(),
  timestamp: z.iso.datetime({ offset: true }),
  state: stateSchema,
  payload: z.record(z.string(), z.unknown()).optional(),
  explanation: z.string().optional(),
  agentId: z.string().optional(),
  upThought: upThoughtSchema.optional(),
  upFeedback: upFeedbackSchema.optional(),
  upContext: upContextSchema.optional(),
  upPrompt: upPromptSchema.optional(),
  /** Set only by our reader: the members that could not be read, as received. */
  unread: z.array(unreadSchema).optional(),
  /** Set only by our reader: the payload is a list or a text, and is the only member of `payload`. */
  barePayload: barePayloadSchema.optional(),
  /** Set only by the server and covered by the digest: all operators use the same form. */
  loadedSchema: loadedSchemaSchema.optional(),
});
export type UpMessage = z.infer<typeof upMessageSchema>;
