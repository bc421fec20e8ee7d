import { z } from 'zod';

/** A JSON Patch operation (RFC 6902). `from` only on move and copy, `value` only on add, replace and test. */
export const patchOperationSchema = z.looseObject({
  op: z.enum(['add', 'remove', 'replace', 'move', 'copy', 'test']),
  path: z.string(),
  from: z.string().optional(),
  value: z.unknown().optional(),
});

/** The roles of HAI, plus the AG-UI roles `reasoning` and `activity`. */
export const roleSchema = z.enum([
  'user',
  'assistant',
  'system',
  'tool',
  'developer',
  'reasoning',
  'activity',
]);
/** A message of `RunAgentInput.messages` and `MESSAGE_SNAPSHOT` (docs/protocol/events.md). */
export const messageSchema = z.looseObject({
  id: z.string(),
  role: roleSchema,
  content: z.unknown().optional(),
  name: z.string().optional(),
  timestamp: z.number().optional(),
  toolCallId: z.string().optional(),
  toolCalls: z.array(z.unknown()).optional(),
  extra: z.unknown().optional(),
});
export type Message = z.infer<typeof messageSchema>;

/** A Gen UI output: the content of a business-data delta that is not plain text (docs/protocol/events.md). */
export const outputSchema = z.looseObject({ type: z.string() });
export type Output = z.infer<typeof outputSchema>;

/** An object delta of `BUSINESS_DATA_CONTENT`. */
export const outputDeltaSchema = z.looseObject({
  output: outputSchema,
  layout: z.looseObject({ x: z.number().optional(), y: z.number().optional() }).optional(),
});
/**
 * `metadata.agentId` is the original sender when an agent relays another's events;
 * `metadata.runId` its run there. Everything else in `metadata` is carried untouched.
 */
const base = {
  timestamp: z.number().optional(),
  rawEvent: z.unknown().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
};

export const runStartedSchema = z.looseObject({
  type: z.literal('RUN_STARTED'),
  ...base,
  messageId: z.string().optional(),
  role: z.string().optional(),
  threadId: z.string().optional(),
  runId: z.string().optional(),
  parentRunId: z.string().optional(),
  input: z.unknown().optional(),
});
export const runFinishedSchema = z.looseObject({
  type: z.literal('RUN_FINISHED'),
  ...base,
  messageId: z.string().optional(),
  role: z.string().optional(),
  threadId: z.string().optional(),
  runId: z.string().optional(),
  result: z.unknown().optional(),
  outcome: z.unknown().optional(),
});
export const runErrorSchema = z.looseObject({
  type: z.literal('RUN_ERROR'),
  ...base,
  message: z.string(),
  code: z.string().optional(),
  threadId: z.string().optional(),
  runId: z.string().optional(),
});
export const stepStartedSchema = z.looseObject({
  type: z.literal('STEP_STARTED'),
  ...base,
  stepName: z.string(),
});
export const stepFinishedSchema = z.looseObject({
  type: z.literal('STEP_FINISHED'),
  ...base,
  stepName: z.string(),
});
export const businessDataStartSchema = z.looseObject({
  type: z.literal('BUSINESS_DATA_START'),
  ...base,
  messageId: z.string(),
  role: z.string().optional(),
  parentMessageId: z.string().optional(),
  name: z.string().optional(),
});
export const businessDataContentSchema = z.looseObject({
  type: z.literal('BUSINESS_DATA_CONTENT'),
  ...base,
  messageId: z.string(),
  /** Text, or one Gen UI output. The decoder turns the wire's JSON-in-a-string into the object. */
  delta: z.union([z.string(), outputDeltaSchema]),
  blockId: z.string().optional(),
  /** `background` is a colour; the demo server of HAI only says whether there is one. */
  style: z.looseObject({ background: z.union([z.string(), z.boolean()]).optional() }).optional(),
});
export const businessDataEndSchema = z.looseObject({
  type: z.literal('BUSINESS_DATA_END'),
  ...base,
  messageId: z.string(),
  role: z.string().optional(),
});
export const collaborativeStartSchema = z.looseObject({
  type: z.literal('AGENT_COLLABORATIVE_MESSAGE_START'),
  ...base,
  from: z.string(),
  to: z.string(),
  messageId: z.string().optional(),
});
export const collaborativeContentSchema = z.looseObject({
  type: z.literal('AGENT_COLLABORATIVE_MESSAGE_CONTENT'),
  ...base,
  messageId: z.string().optional(),
  /** `{task: {id, name}}` in HAI; other members are kept. */
  delta: z.unknown(),
});
export const collaborativeEndSchema = z.looseObject({
  type: z.literal('AGENT_COLLABORATIVE_MESSAGE_END'),
  ...base,
  messageId: z.string().optional(),
});
export const toolCallStartSchema = z.looseObject({
  type: z.literal('TOOL_CALL_START'),
  ...base,
  toolCallId: z.string(),
  toolCallName: z.string(),
  parentMessageId: z.string().optional(),
});
export const toolCallArgsSchema = z.looseObject({
  type: z.literal('TOOL_CALL_ARGS'),
  ...base,
  toolCallId: z.string(),
  /** A fragment of JSON text. The decoder turns an object delta into its JSON text. */
  delta: z.string(),
});
export const toolCallEndSchema = z.looseObject({
  type: z.literal('TOOL_CALL_END'),
  ...base,
  toolCallId: z.string(),
});
export const toolCallResultSchema = z.looseObject({
  type: z.literal('TOOL_CALL_RESULT'),
  ...base,
  toolCallId: z.string(),
  messageId: z.string().optional(),
  content: z.unknown().optional(),
  role: z.string().optional(),
  /** Reason of failure, when the call failed. */
  error: z.string().optional(),
});
export const stateSnapshotSchema = z.looseObject({
  type: z.literal('STATE_SNAPSHOT'),
  ...base,
  snapshot: z.unknown(),
});
export const stateDeltaSchema = z.looseObject({
  type: z.literal('STATE_DELTA'),
  ...base,
  delta: z.array(patchOperationSchema),
});
export const messageSnapshotSchema = z.looseObject({
  type: z.literal('MESSAGE_SNAPSHOT'),
  ...base,
  messages: z.array(messageSchema),
});
export const customSchema = z.looseObject({
  type: z.literal('CUSTOM'),
  ...base,
  name: z.string(),
  value: z.unknown().optional(),
});
export const rawSchema = z.looseObject({
  type: z.literal('RAW'),
  ...base,
  event: z.unknown(),
  source: z.string().optional(),
});

/** Every HAI event in its normal form (docs/protocol/events.md), loose on unknown keys. Dialects are normalised by the decoder first. */
export const eventSchema = z.discriminatedUnion('type', [
  runStartedSchema,
  runFinishedSchema,
  runErrorSchema,
  stepStartedSchema,
  stepFinishedSchema,
  businessDataStartSchema,
  businessDataContentSchema,
  businessDataEndSchema,
  collaborativeStartSchema,
  collaborativeContentSchema,
  collaborativeEndSchema,
  toolCallStartSchema,
  toolCallArgsSchema,
  toolCallEndSchema,
  toolCallResultSchema,
  stateSnapshotSchema,
  stateDeltaSchema,
  messageSnapshotSchema,
  customSchema,
  rawSchema,
]);

/** One HAI event in its normal form. */
export type HaiEvent = z.infer<typeof eventSchema>;
/** The `type` of a HAI event. */
export type HaiEventType = HaiEvent['type'];
/** The HAI event with a given `type`. */
export type HaiEventOf<T extends HaiEventType> = Extract<HaiEvent, { type: T }>;

/** `CUSTOM` names this project defines inside HAI (docs/protocol/events.md). */
export const customName = {
  control: 'hai.control',
  upformat: 'upformat.message',
  prompt: 'countersign.prompt',
  decision: 'countersign.decision',
  serverControl: 'countersign.control',
  claim: 'countersign.claim',
  anomaly: 'countersign.anomaly',
  agent: 'countersign.agent',
  /** A message sent to the agent with a run that is not shown in the thread: an answer as text. */
  sent: 'countersign.sent',
  /** A question of a run that takes place in the server, which marks the event as its own. */
  ask: 'countersign.ask',
  /** Messages of an operator that wait for the next run. */
  words: 'countersign.words',
} as const;
