import { customName, type HaiEvent } from '@countersign/hai/event';
import type { JsonObject } from '@countersign/json/json-object';
import type { Wording } from '../protocol/agent-protocol.ts';
import type { ToolResult } from './content.ts';

/** The events of a run. */
export interface RunPlaceIds {
  threadId: string;
  runId: string;
}

/** The id of the call that a run is. */
export const callId = ({ runId }: Pick<RunPlaceIds, 'runId'>): string => `${runId}:call`;

export const started = ({ threadId, runId }: RunPlaceIds): HaiEvent[] => [
  { type: 'RUN_STARTED', threadId, runId },
];

export function called(place: RunPlaceIds, tool: string, args: JsonObject): HaiEvent[] {
  const toolCallId = callId(place);
  return [
    { type: 'TOOL_CALL_START', toolCallId, toolCallName: tool },
    { type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify(args) },
    { type: 'TOOL_CALL_END', toolCallId },
  ];
}

/** What a server reports of a long call; a later report replaces it. */
export function progressed({ runId }: RunPlaceIds, report: JsonObject): HaiEvent[] {
  const value = { messageId: `${runId}:progress`, activityType: 'Progress', content: report };
  return [{ type: 'CUSTOM', name: 'ag-ui.ACTIVITY_SNAPSHOT', value }];
}

/** Text in the thread. `name` makes the id of the message. */
export function messageEvents(
  { runId }: RunPlaceIds,
  name: string,
  ...deltas: (string | JsonObject)[]
): HaiEvent[] {
  const messageId = `${runId}:${name}`;
  return [
    { type: 'BUSINESS_DATA_START', messageId, role: 'assistant' },
    ...deltas.map(
      (delta): HaiEvent => ({
        type: 'BUSINESS_DATA_CONTENT',
        messageId,
        delta: typeof delta === 'string' ? delta : { output: { type: 'json', ...delta } },
      }),
    ),
    { type: 'BUSINESS_DATA_END', messageId, role: 'assistant' },
  ];
}

/** The answer has reached the server. */
export const acknowledged = (
  { threadId, runId }: RunPlaceIds,
  answerId: string,
  timestamp: string,
): HaiEvent[] => [
  {
    type: 'CUSTOM',
    name: customName.upformat,
    value: {
      messageId: `${runId}:taken:${answerId}`,
      ...{ threadId, timestamp, state: 'submitted', parentMessageId: answerId },
    },
  },
];

/** A question that is not asked any more. */
export const withdrawn = (
  { threadId }: RunPlaceIds,
  messageId: string,
  explanation: string,
  timestamp: string,
): HaiEvent[] => [
  {
    type: 'CUSTOM',
    name: customName.upformat,
    value: { messageId, threadId, timestamp, state: 'cancelled', explanation },
  },
];

/** What a result declares. Its id is the run's: it cannot end or revise a question. */
const declared = (
  { threadId, runId }: RunPlaceIds,
  message: JsonObject,
  timestamp: string,
): HaiEvent => ({
  type: 'CUSTOM',
  name: customName.upformat,
  value: { timestamp, ...message, messageId: `${runId}:upformat`, threadId },
});

/** The result of the call, and all that is to be seen of it. */
export function resulted(place: RunPlaceIds, result: ToolResult, timestamp: string): HaiEvent[] {
  const { content, text, outputs, annotations, error, faults, upFormat } = result;
  const shown = [...(text === null ? [] : [text]), ...outputs];
  return [
    {
      type: 'TOOL_CALL_RESULT',
      toolCallId: callId(place),
      messageId: `${place.runId}:result`,
      role: 'tool',
      content,
      ...(error === null ? {} : { error }),
      ...(annotations.length === 0 ? {} : { rawEvent: { annotations } }),
    },
    ...(upFormat === null ? [] : [declared(place, upFormat, timestamp)]),
    ...(shown.length === 0 ? [] : messageEvents(place, 'content', ...shown)),
    ...(faults.length === 0
      ? []
      : messageEvents(
          place,
          'faults',
          `The result does not fit the output schema of the tool.\n\n${faults.map((fault) => `- ${fault}`).join('\n')}`,
        )),
  ];
}

/** The call gave no result. */
export const callFailed = (place: RunPlaceIds, error: string): HaiEvent[] => [
  {
    type: 'TOOL_CALL_RESULT',
    toolCallId: callId(place),
    messageId: `${place.runId}:result`,
    role: 'tool',
    content: error,
    error,
  },
];

export const finished = ({ threadId, runId }: RunPlaceIds): HaiEvent[] => [
  { type: 'RUN_FINISHED', threadId, runId },
];

/** The sentences of a statement are the server's: the run of a tool takes place in it. */
export const failed = (
  { threadId, runId }: RunPlaceIds,
  code: string,
  said: Wording,
): HaiEvent[] => [
  typeof said === 'string'
    ? { type: 'RUN_ERROR', threadId, runId, code, message: said }
    : {
        type: 'RUN_ERROR',
        metadata: { source: 'countersign', statement: said.statement },
        ...{ threadId, runId, code, message: said.text },
      },
];

export const stopped = (place: RunPlaceIds): HaiEvent[] => [
  { type: 'CUSTOM', name: customName.control, value: { action: 'stop', status: 'stopped' } },
  ...finished(place),
];
