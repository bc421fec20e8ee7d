import { isObject, type JsonObject } from '@countersign/json/json-object';
import { readAcpParts } from './acp-calls.ts';
import { writeAcpPart } from './acp-parts.ts';
import type { RelayError, RelayPart, RelayState, RelayTask, Written } from './neutral.ts';
import { readAcpError, writeAcpError } from './relay-errors.ts';
import { readAcpState, writeAcpState } from './relay-states.ts';
import { objectsOf, once, textOrNull } from './relay-values.ts';

/** A run of ACP. Outputs have no ids: they get their number. */
export function readAcpRun(run: JsonObject): RelayTask {
  const { await_request: asked, error } = run;
  const question = isObject(asked) && isObject(asked['message']) ? asked['message'] : asked;
  return {
    agent: textOrNull(run, 'agent_name') ?? '',
    taskId: textOrNull(run, 'run_id') ?? '',
    contextId: textOrNull(run, 'session_id'),
    state: readAcpState(run),
    said: isObject(question) ? readAcpParts(question) : [],
    output: objectsOf(run, 'output').map((message, at) => ({
      id: String(at + 1),
      name: nameOf(message),
      parts: readAcpParts(message),
    })),
    error: isObject(error) ? readAcpError(error) : null,
  };
}

/** The name that the parts without one of their own kind have. */
function nameOf(message: JsonObject): string | null {
  const named = objectsOf(message, 'parts').find(
    (part) => part['content_encoding'] !== 'base64' && !('content_url' in part) && 'name' in part,
  );
  return textOrNull(named, 'name');
}

/** What is said by a run that does not wait has no place in it. */
export function writeAcpRun(task: RelayTask): Written<JsonObject> {
  const state = writeAcpState(task.state);
  const waits = state.value['status'] === 'awaiting';
  const role = `agent/${task.agent}`;
  const asked = task.said.map(writeAcpPart);
  const outputs = task.output.map(({ name, parts }) => writeMessage(role, name, parts));
  const error = task.error === null ? null : writeRunError(task.state, task.error);
  const request = isObject(state.value['await_request']) ? state.value['await_request'] : {};
  const message = { role, parts: asked.map(({ value }) => value) };
  return {
    value: {
      run_id: task.taskId,
      agent_name: task.agent,
      ...(task.contextId === null ? {} : { session_id: task.contextId }),
      ...state.value,
      ...(waits ? { await_request: { type: 'message', ...request, message } } : {}),
      output: outputs.map(({ value }) => value),
      ...(error === null ? {} : { error: error.value }),
    },
    lost: once([
      ...state.lost,
      ...(waits ? asked.flatMap(({ lost }) => lost) : task.said.length > 0 ? ['said'] : []),
      ...outputs.flatMap(({ lost }) => lost),
      ...(task.output.length > 0 ? ['output.id'] : []),
      ...(error?.lost.map((name) => `error.${name}`) ?? []),
    ]),
  };
}

/** ACP tells a rejected run from one that failed by the code of its error only, whatever the code was before. */
function writeRunError(state: RelayState, error: RelayError): Written<JsonObject> {
  if (state !== 'rejected') return writeAcpError(error);
  const { value } = writeAcpError({ ...error, code: 'bad-params' });
  return { value, lost: error.code === 'bad-params' ? [] : ['code'] };
}

function writeMessage(
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
    lost: [...written.flatMap(({ lost }) => lost), ...(hasPlace ? [] : ['output.name'])],
  };
}
