import type { JsonEvent } from '@countersign/hai/json-text';
import type { JsonObject } from '@countersign/json/json-object';
import { textOf } from '@countersign/json/text-of';
import { attribute, type Subagents } from './subagents.ts';

type Translation = (event: JsonObject, subagents: Subagents) => JsonObject[];

const as =
  (type: string): Translation =>
  (event, subagents) => [{ ...attribute(event, subagents), type }];

const wrapped: Translation = (event, subagents) => {
  const { timestamp, metadata } = attribute(event, subagents);
  return [
    {
      type: 'CUSTOM',
      name: `ag-ui.${event['type']}`,
      value: event,
      ...(timestamp === undefined ? {} : { timestamp }),
      ...(metadata === undefined ? {} : { metadata }),
    },
  ];
};

const thinkingStart: Translation = (event, subagents) => [
  { ...attribute(event, subagents), type: 'BUSINESS_DATA_START', role: 'reasoning' },
];

const thinkingContent: Translation = (event, subagents) => [
  {
    ...attribute(event, subagents),
    type: 'BUSINESS_DATA_CONTENT',
    delta: thinking(event['delta'], true),
  },
];

/** An empty last piece marks the end of the reasoning. */
const thinkingEnd: Translation = (event, subagents) => {
  const attributed = attribute(event, subagents);
  return [
    { ...attributed, type: 'BUSINESS_DATA_CONTENT', delta: thinking('', false) },
    { ...attributed, type: 'BUSINESS_DATA_END' },
  ];
};

/** The thinking output for a fragment of AG-UI reasoning (docs/protocol/events.md). */
const thinking = (content: unknown, isThinking: boolean): JsonObject => ({
  output: { type: 'thinking', data: { content: textOf(content ?? ''), thinking: isThinking } },
});

const subagentStarted: Translation = (event, subagents) => {
  const { subagentRunId, name, ...rest } = event;
  subagents.learn(subagentRunId, name);
  const start: JsonObject = {
    ...rest,
    type: 'AGENT_COLLABORATIVE_MESSAGE_START',
    messageId: subagentRunId,
    from: subagents.nameOf(event['parentSubagentRunId']),
    to: subagents.nameOf(subagentRunId),
  };
  if (typeof event['description'] !== 'string') return [start];
  const task = { id: subagentRunId, name: event['description'] };
  return [
    start,
    { type: 'AGENT_COLLABORATIVE_MESSAGE_CONTENT', messageId: subagentRunId, delta: { task } },
  ];
};

const subagentFinished: Translation = ({ subagentRunId, ...rest }) => [
  { ...rest, type: 'AGENT_COLLABORATIVE_MESSAGE_END', messageId: subagentRunId },
];

const subagentError: Translation = ({ subagentRunId, message, ...rest }) => [
  {
    ...rest,
    type: 'AGENT_COLLABORATIVE_MESSAGE_END',
    messageId: subagentRunId,
    error: textOf(message ?? ''),
  },
];

/** The types of AG-UI 1.0 that HAI does not have (and the THINKING_* of older agents); chunks are expanded before. */
const translations = new Map<string, Translation>(
  Object.entries({
    TEXT_MESSAGE_START: as('BUSINESS_DATA_START'),
    TEXT_MESSAGE_CONTENT: as('BUSINESS_DATA_CONTENT'),
    TEXT_MESSAGE_END: as('BUSINESS_DATA_END'),
    REASONING_MESSAGE_START: thinkingStart,
    REASONING_MESSAGE_CONTENT: thinkingContent,
    REASONING_MESSAGE_END: thinkingEnd,
    THINKING_TEXT_MESSAGE_START: thinkingStart,
    THINKING_TEXT_MESSAGE_CONTENT: thinkingContent,
    THINKING_TEXT_MESSAGE_END: thinkingEnd,
    SUBAGENT_STARTED: subagentStarted,
    SUBAGENT_FINISHED: subagentFinished,
    SUBAGENT_ERROR: subagentError,
  }),
);

/** AG-UI types without a counterpart in HAI: they are kept whole, as CUSTOM `ag-ui.<type>`. */
export const wrappedTypes: ReadonlySet<string> = new Set([
  'ACTIVITY_SNAPSHOT',
  'ACTIVITY_DELTA',
  'REASONING_START',
  'REASONING_END',
  'REASONING_ENCRYPTED_VALUE',
]);

/** The same, from agents before AG-UI 1.0. */
const olderTypes: ReadonlySet<string> = new Set(['THINKING_START', 'THINKING_END']);

/** The HAI events for an event type that only AG-UI has; null for a type that HAI has too, or that both do not know. */
export function toHai(event: JsonEvent, subagents: Subagents): JsonObject[] | null {
  const translation = translations.get(event.type);
  if (translation !== undefined) return translation(event, subagents);
  const travelsWhole = wrappedTypes.has(event.type) || olderTypes.has(event.type);
  return travelsWhole ? wrapped(event, subagents) : null;
}
