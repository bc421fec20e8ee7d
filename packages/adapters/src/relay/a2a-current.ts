import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { A2aCall } from './a2a-calls.ts';
import { textTypeKey, wrappedKey } from './a2a-parts.ts';
import { type RelayError, type RelayErrorCode, RelayRefusal } from './neutral.ts';
import { writeA2aError } from './relay-errors.ts';
import { say } from './relay-statements.ts';
import { objectsOf } from './relay-values.ts';

/** The notations of A2A over JSON-RPC. */
export type A2aNotation = '0.3' | '1.0';

/** Methods of 1.0 and those of 0.3 that mean the same. */
const methods: Readonly<Record<string, string>> = {
  SendMessage: 'message/send',
  SendStreamingMessage: 'message/stream',
  GetTask: 'tasks/get',
  CancelTask: 'tasks/cancel',
  SubscribeToTask: 'tasks/resubscribe',
};
const pushMethods: ReadonlySet<string> = new Set([
  'CreateTaskPushNotificationConfig',
  'GetTaskPushNotificationConfig',
  'ListTaskPushNotificationConfigs',
  'DeleteTaskPushNotificationConfig',
]);

/** The notation of a request: the names of methods begin with a capital letter in 1.0 only. */
export const notationOf = (method: string): A2aNotation => (/^[A-Z]/.test(method) ? '1.0' : '0.3');

/**
 * A request of A2A 1.0 in the notation of 0.3.0, which is read further.
 *
 * @throws {RelayRefusal} for methods that are not relayed.
 */
export function fromA2a10({ method, params }: A2aCall): A2aCall {
  const known = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (known !== undefined) return { method: known, params: params03(params) };
  if (pushMethods.has(method)) {
    throw new RelayRefusal('push-unsupported', say('relay.no-push'));
  }
  if (method === 'GetExtendedAgentCard') {
    throw new RelayRefusal('no-extended-card', say('relay.no-extended-card'));
  }
  if (method === 'ListTasks') {
    throw new RelayRefusal('operation-unsupported', say('relay.no-task-list'));
  }
  throw new RelayRefusal('unknown-method', say('relay.method', { method: method.slice(0, 100) }));
}

function params03({ message, configuration, ...rest }: JsonObject): JsonObject {
  return {
    ...rest,
    ...(isObject(message) ? { message: message03(message) } : {}),
    ...(isObject(configuration)
      ? {
          configuration: {
            ...configuration,
            blocking: configuration['returnImmediately'] !== true,
          },
        }
      : {}),
  };
}

const message03 = (message: JsonObject): JsonObject => ({
  ...message,
  kind: 'message',
  role: message['role'] === 'ROLE_AGENT' ? 'agent' : 'user',
  parts: objectsOf(message, 'parts').map(part03),
});

/** What is no part of 1.0 is left as it is, and refused when it is read. */
function part03(part: JsonObject): JsonObject {
  const { text, data, raw, url, filename: name, mediaType: mimeType } = part;
  const metadata = isObject(part['metadata']) ? { metadata: part['metadata'] } : {};
  if (typeof text === 'string') {
    // Of 1.0 each part can state its type; plain is what 0.3.0 means without one.
    const isPlain = typeof mimeType !== 'string' || mimeType === '' || mimeType === 'text/plain';
    const typed = isPlain
      ? metadata
      : { metadata: { ...metadata.metadata, [textTypeKey]: mimeType } };
    return { kind: 'text', text, ...typed };
  }
  const about = {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof mimeType === 'string' ? { mimeType } : {}),
  };
  if (typeof raw === 'string') return { kind: 'file', file: { ...about, bytes: raw }, ...metadata };
  if (typeof url === 'string') return { kind: 'file', file: { ...about, uri: url }, ...metadata };
  return 'data' in part ? { kind: 'data', data, ...metadata } : part;
}

const stateOf = (state: unknown): string =>
  typeof state === 'string' && state !== 'unknown'
    ? `TASK_STATE_${state.toUpperCase().replaceAll('-', '_')}`
    : 'TASK_STATE_UNSPECIFIED';

function part10(part: JsonObject): JsonObject {
  const { kind, file, ...rest } = part;
  if (kind !== 'file' || !isObject(file)) return statedIn(rest);
  const { bytes, uri, name, mimeType } = file;
  return {
    ...rest,
    ...(typeof bytes === 'string' ? { raw: bytes } : { url: uri }),
    ...(name === undefined ? {} : { filename: name }),
    ...(mimeType === undefined ? {} : { mediaType: mimeType }),
  };
}

/** What 0.3.0 has in the metadata of a part, 1.0 has in its members: the type of a text, and data that is no object. */
function statedIn({ metadata, ...part }: JsonObject): JsonObject {
  if (!isObject(metadata)) return part;
  const { [wrappedKey]: isWrapped, ...rest } = metadata;
  const { [textTypeKey]: mediaType, ...others } = rest;
  if (isWrapped === true && isObject(part['data'])) {
    return { ...part, data: part['data']['value'], ...present(rest) };
  }
  return 'text' in part && typeof mediaType === 'string'
    ? { ...part, mediaType, ...present(others) }
    : { ...part, metadata };
}

const present = (metadata: JsonObject) => (Object.keys(metadata).length === 0 ? {} : { metadata });

const partsOf = (value: JsonObject): JsonObject[] => objectsOf(value, 'parts').map(part10);

const message10 = ({ kind: _, ...message }: JsonObject): JsonObject => ({
  ...message,
  role: message['role'] === 'user' ? 'ROLE_USER' : 'ROLE_AGENT',
  parts: partsOf(message),
});

function status10(status: unknown): JsonObject {
  if (!isObject(status)) return { state: stateOf(undefined) };
  const { message } = status;
  return {
    ...status,
    state: stateOf(status['state']),
    ...(isObject(message) ? { message: message10(message) } : {}),
  };
}

const artifact10 = (artifact: JsonObject): JsonObject => ({
  ...artifact,
  parts: partsOf(artifact),
});

/** A task of 0.3.0 in the notation of 1.0. */
export function toA2a10Task({ kind: _, ...task }: JsonObject): JsonObject {
  const artifacts = objectsOf(task, 'artifacts').map(artifact10);
  return {
    ...task,
    status: status10(task['status']),
    ...(artifacts.length > 0 ? { artifacts } : {}),
    ...('history' in task ? { history: objectsOf(task, 'history').map(message10) } : {}),
  };
}

/**
 * A result of a stream of 0.3.0 in the notation of 1.0; null = 1.0 has none: an artifact has parts, so that its end alone cannot be
 * said, and the end of a task says it.
 */
export function toA2a10Event(result: JsonObject): JsonObject | null {
  const { kind, final: _, ...rest } = result;
  if (kind === 'task') return { task: toA2a10Task(result) };
  if (kind === 'status-update') {
    return { statusUpdate: { ...rest, status: status10(rest['status']) } };
  }
  const { artifact } = rest;
  if (!isObject(artifact) || objectsOf(artifact, 'parts').length === 0) return null;
  return { artifactUpdate: { ...rest, artifact: artifact10(artifact) } };
}

const reasons: Partial<Record<RelayErrorCode, string>> = {
  'task-not-found': 'TASK_NOT_FOUND',
  'task-not-cancelable': 'TASK_NOT_CANCELABLE',
  'push-unsupported': 'PUSH_NOTIFICATION_NOT_SUPPORTED',
  'operation-unsupported': 'UNSUPPORTED_OPERATION',
  'content-type': 'CONTENT_TYPE_NOT_SUPPORTED',
  'bad-agent-response': 'INVALID_AGENT_RESPONSE',
  'no-extended-card': 'EXTENDED_AGENT_CARD_NOT_CONFIGURED',
};

/** An error of 1.0: the code is that of 0.3.0, and the errors of A2A itself also have a reason as data. */
export function writeA2a10Error(error: RelayError): JsonObject {
  const reason = reasons[error.code];
  const type = 'type.googleapis.com/google.rpc.ErrorInfo';
  return {
    ...writeA2aError(error),
    ...(reason === undefined
      ? {}
      : { data: [{ '@type': type, reason, domain: 'a2a-protocol.org' }] }),
  };
}
