import type { JsonObject } from '@countersign/json/json-object';
import { memberOf } from '@countersign/json/json-object';
import type { Callback, StreamRequest, WireRequest } from '../protocol/wire.ts';
import type { Endpoint } from './endpoint.ts';
import { writtenPart } from './parts.ts';
import { readRefusal } from './refusal.ts';
import type { RunMessage } from './run-message.ts';
import { textOf } from './values.ts';

type Method = 'send' | 'stream' | 'get' | 'cancel' | 'subscribe';

const rpcNames: Record<Endpoint['version'], Record<Method, string>> = {
  '1.0': {
    send: 'SendMessage',
    stream: 'SendStreamingMessage',
    get: 'GetTask',
    cancel: 'CancelTask',
    subscribe: 'SubscribeToTask',
  },
  '0.3': {
    send: 'message/send',
    stream: 'message/stream',
    get: 'tasks/get',
    cancel: 'tasks/cancel',
    subscribe: 'tasks/resubscribe',
  },
};

/** How much of a task's history is requested when it is read again: messages sent while nothing was connected. */
const historyLength = 50;

const eventStream = 'text/event-stream';

/** One call of a method, as the endpoint's transport and version write it. */
function call(endpoint: Endpoint, method: Method, params: JsonObject): WireRequest {
  const { version, binding, tenant } = endpoint;
  const streams = method === 'stream' || method === 'subscribe';
  const headers = {
    accept: streams ? eventStream : 'application/json',
    'a2a-version': version,
  };
  if (binding === 'JSONRPC') {
    return {
      method: 'POST',
      url: endpoint.url,
      headers,
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: rpcNames[version][method],
        params: tenant === '' ? params : { tenant, ...params },
      },
    };
  }
  const base = `${endpoint.url.replace(/\/+$/, '')}${version === '0.3' ? '/v1' : ''}`;
  const root = tenant === '' ? base : `${base}/${encodeURIComponent(tenant)}`;
  const task = `${root}/tasks/${encodeURIComponent(String(params['id'] ?? ''))}`;
  switch (method) {
    case 'send':
    case 'stream':
      return { method: 'POST', url: `${root}/message:${method}`, headers, body: params };
    case 'get':
      return { method: 'GET', url: `${task}?historyLength=${historyLength}`, headers };
    case 'cancel':
      return { method: 'POST', url: `${task}:cancel`, headers, body: {} };
    case 'subscribe':
      // 0.3 subscribes with GET, and the current version accepts both.
      return { method: version === '0.3' ? 'GET' : 'POST', url: `${task}:subscribe`, headers };
  }
}

/** The request that sends a message, and streams what follows if the agent can. */
export function sendRequest(
  endpoint: Endpoint,
  brought: RunMessage,
  callback: Callback | undefined,
): StreamRequest {
  const request = call(endpoint, endpoint.streams ? 'stream' : 'send', {
    message: writtenMessage(endpoint, brought),
    configuration: configuration(endpoint, callback),
  });
  return asStream(request);
}

/** The requests that follow a task: its stream, what was missed of it, and reading it again and again without one. */
export function followRequest(endpoint: Endpoint, taskId: string): StreamRequest {
  const read = call(endpoint, 'get', {
    id: taskId,
    ...(endpoint.binding === 'JSONRPC' ? { historyLength } : {}),
  });
  const polled: StreamRequest = {
    ...asStream(read),
    mediaType: 'application/json',
    repeats: { baseMs: 1_000, capMs: 15_000 },
  };
  if (!endpoint.streams) return polled;
  return {
    ...asStream(call(endpoint, 'subscribe', { id: taskId })),
    otherwise: polled,
    refusal: readRefusal,
    // In the current version the task itself comes first in the stream.
    ...(endpoint.version === '0.3' ? { first: read } : {}),
  };
}

export const cancelRequest = (endpoint: Endpoint, taskId: string): WireRequest =>
  call(endpoint, 'cancel', { id: taskId });

export const getRequest = (endpoint: Endpoint, taskId: string): WireRequest =>
  call(endpoint, 'get', { id: taskId });

const asStream = (request: WireRequest): StreamRequest => ({
  ...request,
  mediaType: eventStream,
  called: 'an event stream',
  resumable: 'named',
  document: refusalIn,
});

/** The error in a document, for a person; null = it is none. */
export function refusalIn(text: string): string | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'It sent a document that is no JSON.';
  }
  const error = memberOf(value, 'error');
  if (error === undefined || error === null) return null;
  const said = textOf(error, 'message', 500) ?? 'It gave no reason.';
  const code = memberOf(error, 'code');
  return typeof code === 'number' ? `It refused: ${said} (${code}).` : `It refused: ${said}`;
}

function writtenMessage(endpoint: Endpoint, brought: RunMessage): JsonObject {
  const { version, binding } = endpoint;
  const isRpc03 = version === '0.3' && binding === 'JSONRPC';
  const parts = brought.parts.map((part) => writtenPart(part, version, binding));
  const { messageId, taskId, contextId, about } = brought;
  return {
    ...(isRpc03 ? { kind: 'message' } : {}),
    messageId,
    role: isRpc03 ? 'user' : 'ROLE_USER',
    ...(version === '0.3' && !isRpc03 ? { content: parts } : { parts }),
    ...(contextId === null ? {} : { contextId }),
    ...(taskId === null ? {} : { taskId }),
    ...(about === null || (version === '0.3' && !isRpc03) ? {} : { referenceTaskIds: [about] }),
  };
}

function configuration(endpoint: Endpoint, callback: Callback | undefined): JsonObject {
  const { version, binding, streams, pushes } = endpoint;
  const isRest03 = version === '0.3' && binding === 'HTTP+JSON';
  const push = pushes && callback !== undefined ? callback : null;
  const waits = streams
    ? {}
    : version === '1.0'
      ? { returnImmediately: true }
      : { blocking: false };
  if (push === null) return waits;
  const { url, token } = push;
  const name =
    version === '1.0'
      ? 'taskPushNotificationConfig'
      : isRest03
        ? 'pushNotification'
        : 'pushNotificationConfig';
  return { ...waits, [name]: { url, token } };
}
