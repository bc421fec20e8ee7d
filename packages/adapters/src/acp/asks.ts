import type { HaiEvent } from '@countersign/hai/event';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import type { FeedbackType } from '@countersign/upformat/message';
import { payloadOf } from '../a2a/asks.ts';
import { textOf } from '../a2a/values.ts';
import type { AskPlace, ForeignAsk } from '../ask.ts';
import { askMembers } from '../ask-members.ts';
import type { AskReader, AskReaderOptions } from '../ask-reader.ts';
import { sayAsk } from '../ask-statements.ts';
import { inferredSchema } from '../schema/inferred-schema.ts';
import { awaitingOrigin } from './origins.ts';

/** The outcome of a run of ours that ended because the run of the agent waits. */
export const awaitingOutcome = 'acp.awaiting';

/** Finds the questions of ACP: runs that wait for a person. */
export const acpAsks = ({ threadId, runId }: AskReaderOptions): AskReader => ({
  read: (event, { relayed, ...speaker }) => ({
    asks: relayed ? [] : asksIn(event, { threadId, runId, ...speaker }),
    nameless: 0,
  }),
  left: () => [],
});

function asksIn(event: HaiEvent, place: AskPlace): ForeignAsk[] {
  if (event.type !== 'RUN_FINISHED' || !isObject(event.outcome)) return [];
  const { type, question } = event.outcome;
  if (type !== awaitingOutcome || !isObject(question)) return [];
  // The part in UpFormat contains the complete question: it is read separately.
  if (question['inUpFormat'] === true) return [];
  const text = textOf(question, 'text', 100_000);
  const isAuth = question['isAuth'] === true;
  const payload: JsonObject = payloadOf(question['data']);
  const hasData = Object.keys(payload).length > 0;
  // Runs are continued by new ones of ours, so that each asks once.
  const id = place.runId;
  return [
    {
      origin: awaitingOrigin,
      source: { id, reason: isAuth ? 'auth' : null, toolName: null, together: id },
      message: {
        messageId: `acp:${id}`,
        ...{ threadId: place.threadId, timestamp: place.timestamp, agentId: place.agentId },
        state: 'needsHumanDecision',
        payload,
        ...(hasData ? { upContext: { schema: inferredSchema(payload) } } : {}),
        acp: { messageId: id, runId: textOf(event.outcome, 'runId', 1_000) },
        ...askMembers({
          ask: text ?? (isAuth ? sayAsk('ask.sign-in') : sayAsk('ask.answer')),
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

/** Where a question was asked. */
export function placeIn(message: unknown) {
  const acp = memberOf(message, 'acp');
  return {
    messageId: textOf(acp, 'messageId', 1_000),
    taskId: textOf(acp, 'runId', 1_000),
    contextId: null,
  };
}
