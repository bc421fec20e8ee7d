import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { readA2aParts } from './a2a-calls.ts';
import { writeA2aPart } from './a2a-parts.ts';
import { type Loss, lose } from './losses.ts';
import {
  isVerdict,
  type RelayError,
  type RelayMessage,
  type RelayPart,
  type RelayTask,
  type Written,
} from './neutral.ts';
import { readA2aState } from './relay-states.ts';
import { objectsOf, textOrNull } from './relay-values.ts';

/** The result of `message/send` or `tasks/get`: a task, or a message, which is a task that is completed. */
export function readA2aTask(result: JsonObject, agent: string): RelayTask {
  const contextId = textOrNull(result, 'contextId');
  if (result['kind'] === 'message') {
    const id = textOrNull(result, 'messageId') ?? '';
    const output = [{ id, name: null, parts: readA2aParts(result) }];
    const taskId = textOrNull(result, 'taskId') ?? id;
    return { agent, taskId, contextId, state: 'completed', said: [], output, error: null };
  }
  const { status } = result;
  const state = readA2aState(memberOf(status, 'state'));
  const message = memberOf(status, 'message');
  const said = isObject(message) ? readA2aParts(message) : [];
  const artifacts = objectsOf(result, 'artifacts').map((artifact) => ({
    id: textOrNull(artifact, 'artifactId') ?? '',
    name: textOrNull(artifact, 'name'),
    parts: readA2aParts(artifact),
  }));
  // A task without artifacts says its result in its last message.
  const isResult = state === 'completed' && artifacts.length === 0 && said.length > 0;
  const ownId = textOrNull(message, 'messageId') ?? 'result';
  return {
    agent,
    taskId: textOrNull(result, 'id') ?? '',
    contextId,
    state,
    said: isResult ? [] : said,
    output: isResult ? [{ id: ownId, name: null, parts: said }] : artifacts,
    error:
      state === 'failed' || state === 'rejected'
        ? { code: codeIn(message), message: textIn(said) || state }
        : null,
  };
}

/** Where the metadata of the message of a status says what became of the question whether the call may be made. */
const verdictKey = 'countersign.error';

/** The code of an error, of the message of its status. */
export function codeIn(message: unknown): RelayError['code'] {
  const verdict = memberOf(memberOf(message, 'metadata'), verdictKey);
  return isVerdict(verdict) ? verdict : 'internal';
}

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
