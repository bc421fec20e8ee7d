import { randomUUID } from 'node:crypto';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Transport,
} from '@modelcontextprotocol/client';

/** Requests that people answer: a server of the revision 2025-11-25 may make them as tasks, and read the answer later. */
const taskMethods = new Set(['elicitation/create', 'sampling/createMessage']);
/** More at a time are refused. */
const maxTasks = 50;
const invalidParams = -32_602;

interface BackgroundTask {
  taskId: string;
  requestId: string | number;
  status: 'working' | 'completed' | 'failed' | 'cancelled';
  createdAt: string;
  changedAt: string;
  ttl: number | null;
  /** A member `result` or `error`, when it has ended. */
  response: JsonObject | null;
  /** Ids of requests for the result that wait for its end. */
  waiting: (string | number)[];
}

const ended: JsonObject = { error: { code: invalidParams, message: 'The task was cancelled.' } };

/**
 * A transport on which a server may make requests to people as tasks. The client library knows no tasks: for it they are requests
 * like any other, and its response becomes the result of the task. `now`: epoch ms.
 */
export function withBackgroundRequests<Inner extends Transport>(
  inner: Inner,
  now: () => number,
): Inner {
  const tasks = new Map<string, BackgroundTask>();
  const byRequest = new Map<string | number, BackgroundTask>();
  const timestamp = () => new Date(now()).toISOString();

  const respond = (id: string | number, response: JsonObject) => {
    const message = { jsonrpc: '2.0', id, ...response } as JSONRPCMessage;
    // The server that asked has disconnected: nothing waits for it.
    void inner.send(message).catch(() => {});
  };
  const refuse = (id: string | number, message: string) =>
    respond(id, { error: { code: invalidParams, message } });

  const settle = (task: BackgroundTask, status: BackgroundTask['status'], response: JsonObject) => {
    task.status = status;
    task.response = response;
    task.changedAt = timestamp();
    byRequest.delete(task.requestId);
    for (const id of task.waiting.splice(0)) respond(id, response);
  };

  const begin = ({ id, params }: JSONRPCRequest): BackgroundTask => {
    const ttl = isObject(params?.['task']) ? params['task']['ttl'] : null;
    const createdAt = timestamp();
    const task: BackgroundTask = {
      ...{ taskId: randomUUID(), requestId: id, status: 'working', createdAt, response: null },
      ...{ changedAt: createdAt, ttl: typeof ttl === 'number' ? ttl : null, waiting: [] },
    };
    tasks.set(task.taskId, task);
    byRequest.set(id, task);
    return task;
  };

  const answer = (
    { id, method, params }: JSONRPCRequest,
    deliver: (message: JSONRPCMessage) => void,
  ) => {
    if (method === 'tasks/list') {
      return respond(id, { result: { tasks: [...tasks.values()].map(described) } });
    }
    const task = tasks.get(String(params?.['taskId']));
    if (task === undefined) return refuse(id, 'There is no such task.');
    if (method === 'tasks/result') {
      if (task.response === null) return void task.waiting.push(id);
      return respond(id, task.response);
    }
    if (method === 'tasks/cancel') {
      if (task.response !== null) return refuse(id, 'The task has ended.');
      const { requestId } = task;
      settle(task, 'cancelled', ended);
      deliver({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
    }
    respond(id, { result: described(task) });
  };

  const receive = (message: JSONRPCMessage, deliver: (message: JSONRPCMessage) => void) => {
    if (!isJSONRPCRequest(message)) return deliver(message);
    if (message.method.startsWith('tasks/')) return answer(message, deliver);
    const { method, params } = message;
    if (!taskMethods.has(method) || !isObject(params?.['task'])) return deliver(message);
    const open = [...tasks.values()].filter(({ response }) => response === null).length;
    if (open >= maxTasks) return refuse(message.id, `${maxTasks} tasks are open already.`);
    respond(message.id, { result: { task: described(begin(message)) } });
    const { task: _asked, ...others } = params ?? {};
    deliver({ ...message, params: others });
  };

  const send: Transport['send'] = async (message, options) => {
    const isResult = isJSONRPCResultResponse(message);
    if (!isResult && !isJSONRPCErrorResponse(message)) return inner.send(message, options);
    const task = message.id === undefined ? undefined : byRequest.get(message.id);
    if (task === undefined) return inner.send(message, options);
    if (isResult) settle(task, 'completed', { result: message.result });
    else settle(task, 'failed', { error: message.error });
  };

  return new Proxy(inner, {
    get(target, name) {
      if (name === 'send') return send;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set(target, name, value) {
      if (name !== 'onmessage' || typeof value !== 'function') {
        return Reflect.set(target, name, value, target);
      }
      const onmessage: NonNullable<Transport['onmessage']> = (message, extra) =>
        receive(message, (passed) => value(passed, extra));
      return Reflect.set(target, name, onmessage, target);
    },
  });
}

const described = ({ taskId, status, createdAt, changedAt, ttl }: BackgroundTask): JsonObject => ({
  ...{ taskId, status, createdAt, lastUpdatedAt: changedAt, ttl, pollInterval: 1_000 },
  ...(status === 'working' ? { statusMessage: 'Waiting for a person.' } : {}),
});
