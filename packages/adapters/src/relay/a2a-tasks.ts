import type { JsonObject } from '@countersign/json/json-object';
import { writeA2aPart } from './a2a-parts.ts';
import { type Loss, lose } from './losses.ts';
import {
  isVerdict,
  type RelayMessage,
  type RelayPart,
  type RelayTask,
  type Written,
} from './neutral.ts';

/** Where the metadata of the message of a status says what became of the question whether the call may be made. */
const verdictKey = 'countersign.error';

export const textIn = (parts: readonly RelayPart[]): string =>
  parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');

/** The code of an error has no place in a task: its message is sent. A verdict is in the metadata of that message. */
export function writeA2aTask(task: RelayTask): Written<JsonObject> {
  const said = writeA2aStatusMessage(task);
  const outputs = task.output.map(({ id, name, parts }) => ({
    artifactId: id,
    ...(name === null ? {} : { name }),
    parts: parts.map((part) => writeA2aPart(part).value),
  }));
  const { taskId, contextId, history } = task;
  const place = { taskId, contextId: contextId ?? taskId };
  const value = {
    kind: 'task',
    id: taskId,
    contextId: place.contextId,
    status: { state: task.state, ...said },
    ...(outputs.length > 0 ? { artifacts: outputs } : {}),
    ...(history === undefined
      ? {}
      : { history: history.map((message) => writeA2aMessage(message, place)) }),
  };
  return { value, lost: lostOfA2aError(task.error) };
}

const writeA2aMessage = (
  { id: messageId, role, parts }: RelayMessage,
  place: { taskId: string; contextId: string },
): JsonObject => ({
  kind: 'message',
  messageId,
  role,
  parts: parts.map((part) => writeA2aPart(part).value),
  ...place,
});

/** The code of an error has no place in a status. */
export const lostOfA2aError = (error: RelayTask['error']): Loss[] =>
  error === null || isVerdict(error.code) ? [] : [lose('lost.error-code', { code: error.code })];

/** The message of a status: its text, and the reason of an error. */
export function writeA2aStatusMessage({
  taskId,
  state,
  said,
  error,
}: Pick<RelayTask, 'taskId' | 'state' | 'said' | 'error'>): { message?: JsonObject } {
  const isSaid = error === null || textIn(said).includes(error.message);
  const parts: RelayPart[] = isSaid ? said : [...said, { kind: 'text', text: error.message }];
  if (parts.length === 0) return {};
  return {
    message: {
      kind: 'message',
      // The same for the same status, so that a repetition is recognised.
      messageId: `${taskId}:${state}`,
      role: 'agent',
      parts: parts.map((part) => writeA2aPart(part).value),
      ...(isVerdict(error?.code) ? { metadata: { [verdictKey]: error?.code } } : {}),
    },
  };
}
