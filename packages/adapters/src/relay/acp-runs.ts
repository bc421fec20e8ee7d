import { isObject, type JsonObject } from '@countersign/json/json-object';
import { isUuid } from './acp-calls.ts';
import { writeAcpPart } from './acp-parts.ts';
import { lose, onceEach } from './losses.ts';
import {
  isVerdict,
  type RelayError,
  type RelayPart,
  type RelayState,
  type RelayTask,
  type Written,
} from './neutral.ts';
import { writeAcpError } from './relay-errors.ts';
import { writeAcpState } from './relay-states.ts';

/**
 * What is said by a run that does not wait has no place in it.
 *
 * @param uuidOf A UUID for a name, always the same: sessions of ACP have no others.
 */
export function writeAcpRun(
  task: RelayTask,
  { uuidOf }: { uuidOf: (text: string) => string },
): Written<JsonObject> {
  const state = writeAcpState(task.state);
  const waits = state.value['status'] === 'awaiting';
  const role = `agent/${task.agent}`;
  const asked = task.said.map(writeAcpPart);
  const outputs = task.output.map(({ name, parts }) => writeAcpMessage(role, name, parts));
  const error = task.error === null ? null : writeRunError(task.state, task.error);
  const request = isObject(state.value['await_request']) ? state.value['await_request'] : {};
  const message = { role, parts: asked.map(({ value }) => value) };
  return {
    value: {
      run_id: task.taskId,
      agent_name: task.agent,
      ...(task.contextId === null
        ? {}
        : { session_id: isUuid(task.contextId) ? task.contextId : uuidOf(task.contextId) }),
      ...state.value,
      ...(waits ? { await_request: { type: 'message', ...request, message } } : {}),
      output: outputs.map(({ value }) => value),
      ...(error === null ? {} : { error: error.value }),
      ...(task.createdAt === undefined ? {} : { created_at: timeText(task.createdAt) }),
      ...(task.endedAt === undefined ? {} : { finished_at: timeText(task.endedAt) }),
    },
    lost: onceEach([
      ...state.lost,
      ...(waits ? asked.flatMap(({ lost }) => lost) : lostSaid(task)),
      ...outputs.flatMap(({ lost }) => lost),
      ...(task.output.length > 0 ? [lose('lost.output-id')] : []),
      ...(error?.lost ?? []),
      ...(task.contextId === null || isUuid(task.contextId)
        ? []
        : [lose('lost.context-name', { context: task.contextId })]),
    ]),
  };
}

const timeText = (ms: number): string => new Date(ms).toISOString();

/** What is said has no place where nothing is awaited. */
const lostSaid = ({ said, state }: Pick<RelayTask, 'said' | 'state'>) =>
  said.length > 0 ? [lose('lost.said', { state })] : [];

/** ACP distinguishes a rejected run from a failed one only by the code of its error, regardless of the original code. */
function writeRunError(state: RelayState, error: RelayError): Written<JsonObject> {
  if (state !== 'rejected' || isVerdict(error.code)) return writeAcpError(error);
  const { value } = writeAcpError({ ...error, code: 'bad-params' });
  const { code } = error;
  return { value, lost: code === 'bad-params' ? [] : [lose('lost.error-code', { code })] };
}

/** A message of ACP, its parts under the name of the output if they have none of their own. */
export function writeAcpMessage(
  role: string,
  name: string | null,
  parts: readonly RelayPart[],
): Written<JsonObject> {
  const written = parts.map((part) => {
    const { value, lost } = writeAcpPart(part);
    const isFree = part.kind === 'text' || part.kind === 'data';
    return { value: isFree && name !== null ? { ...value, name } : value, lost };
  });
  const hasPlace = name === null || parts.some(({ kind }) => kind === 'text' || kind === 'data');
  return {
    value: { role, parts: written.map(({ value }) => value) },
    lost: [
      ...written.flatMap(({ lost }) => lost),
      ...(hasPlace || name === null ? [] : [lose('lost.output-name', { name })]),
    ],
  };
}
