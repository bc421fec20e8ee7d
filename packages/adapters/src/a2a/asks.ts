import type { HaiEvent } from '@countersign/hai/event';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import type { FeedbackType } from '@countersign/upformat/message';
import type { AskPlace, ForeignAsk } from '../ask.ts';
import { askMembers } from '../ask-members.ts';
import type { AskReader, AskReaderOptions } from '../ask-reader.ts';
import { sayAsk } from '../ask-statements.ts';
import { inferredSchema } from '../schema/inferred-schema.ts';
import { authOrigin, inputOrigin } from './origins.ts';
import { textOf } from './values.ts';

/** Finds the questions of A2A: a task that requires input, or that a person signs in. */
export const a2aAsks = ({ threadId, runId }: AskReaderOptions): AskReader => ({
  read: (event, { relayed, ...received }) => ({
    asks: relayed ? [] : asksIn(event, { threadId, runId, ...received }),
    nameless: 0,
  }),
  left: () => [],
});

function asksIn(event: HaiEvent, place: AskPlace): ForeignAsk[] {
  if (event.type !== 'RUN_FINISHED' || !isObject(event.outcome)) return [];
  const { type, question } = event.outcome;
  const isAuth = type === 'a2a.auth-required';
  if (!isAuth && type !== 'a2a.input-required') return [];
  // The part in UpFormat contains the complete question: it is read separately.
  if (!isObject(question) || question['inUpFormat'] === true) return [];
  const id = textOf(question, 'messageId', 1_000) ?? place.runId;
  const text = textOf(question, 'text', 100_000);
  const payload = payloadOf(question['data']);
  const hasData = Object.keys(payload).length > 0;
  return [
    {
      origin: isAuth ? authOrigin : inputOrigin,
      source: { id, reason: null, toolName: null, together: place.runId },
      message: {
        messageId: `a2a:${place.runId}:${id}`,
        ...{ threadId: place.threadId, timestamp: place.timestamp, agentId: place.agentId },
        state: 'needsHumanDecision',
        payload,
        ...(hasData ? { upContext: { schema: inferredSchema(payload) } } : {}),
        a2a: {
          messageId: id,
          taskId: textOf(event.outcome, 'taskId', 1_000),
          contextId: textOf(event.outcome, 'contextId', 1_000),
        },
        ...askMembers({
          ask: text ?? (isAuth ? sayAsk('ask.sign-in') : sayAsk('ask.input')),
          severity: 'major',
          allowed: allowedOf(isAuth, hasData),
          ...(isAuth ? { answers: { approve: { label: sayAsk('ask.label-signed-in') } } } : {}),
        }),
      },
    },
  ];
}

const allowedOf = (isAuth: boolean, hasData: boolean): FeedbackType[] => {
  if (hasData) return ['approve', 'edit', 'instruction', 'reject'];
  return isAuth ? ['approve', 'instruction', 'reject'] : ['instruction', 'reject'];
};

/** The data sent with a question: one object as it is, several in a list. */
export function payloadOf(data: unknown): JsonObject {
  if (!Array.isArray(data) || data.length === 0) return {};
  const [first] = data;
  return data.length === 1 && isObject(first) ? first : { data };
}

/** Where a question was asked. */
export const placeIn = (message: unknown) => {
  const a2a = memberOf(message, 'a2a');
  return {
    messageId: textOf(a2a, 'messageId', 1_000),
    taskId: textOf(a2a, 'taskId', 1_000),
    contextId: textOf(a2a, 'contextId', 1_000),
  };
};
