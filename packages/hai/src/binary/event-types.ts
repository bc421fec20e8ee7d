/**
 * The numbers of event types in Protocol Buffers: the place in this list, the first is 1. New types are added at the end; a
 * type that is not listed is sent by its name.
 */
export const numberedTypes: readonly string[] = [
  'RUN_STARTED',
  'RUN_FINISHED',
  'RUN_ERROR',
  'STEP_STARTED',
  'STEP_FINISHED',
  'BUSINESS_DATA_START',
  'BUSINESS_DATA_CONTENT',
  'BUSINESS_DATA_END',
  'AGENT_COLLABORATIVE_MESSAGE_START',
  'AGENT_COLLABORATIVE_MESSAGE_CONTENT',
  'AGENT_COLLABORATIVE_MESSAGE_END',
  'TOOL_CALL_START',
  'TOOL_CALL_ARGS',
  'TOOL_CALL_END',
  'TOOL_CALL_RESULT',
  'STATE_SNAPSHOT',
  'STATE_DELTA',
  'MESSAGE_SNAPSHOT',
  'CUSTOM',
  'RAW',
];

/** Members of events that are texts and have a number in Protocol Buffers of their own. */
export const numberedMembers: ReadonlyMap<string, number> = new Map([
  ['messageId', 3],
  ['delta', 4],
  ['role', 5],
  ['toolCallId', 6],
  ['toolCallName', 7],
  ['threadId', 8],
  ['runId', 9],
  ['name', 10],
  ['stepName', 11],
  ['blockId', 12],
]);
