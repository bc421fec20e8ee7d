import { randomUUID } from 'node:crypto';
import { serve } from '@countersign/agent/node-server';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { bodyOf, document, type Json, type Served, stream } from './planted.ts';

/** Where a fault is planted: each receives what the agent would send, and returns what it sends. */
export interface A2aTampering {
  card?: (card: Json) => Json;
  /** The results of a message: `turn` 1 asks, 2 ends. */
  frames?: (frames: Json[], turn: number, ids: { taskId: string; contextId: string }) => Json[];
  /** The streams stay open. */
  holds?: boolean;
  /** The response to any other request. */
  reply?: (reply: Json, method: string) => Json | Response | Promise<Response>;
  /** What is sent in place of a stream. */
  instead?: (frames: Json[], turn: number) => Response | undefined;
  startsAgain?: boolean;
}

interface Task {
  contextId: string;
  state: string;
  artifacts: Json[];
}

const refusal = (code: number, message: string, id: unknown = 1): Json => ({
  ...{ jsonrpc: '2.0', id },
  error: { code, message },
});

/** An agent of A2A 1.0 as it should be: it works, asks, and ends with the answer. */
export async function startA2aAgent(tampering: A2aTampering = {}): Promise<Served> {
  const tasks = new Map<string, Task>();
  let url = '';
  const say = (text: string): Json => ({
    ...{ messageId: randomUUID(), role: 'ROLE_AGENT', parts: [{ text }] },
  });

  const turnOf = (taskId: string, task: Task, isNew: boolean): Json[] => {
    const ids = { taskId, contextId: task.contextId };
    const status = (state: string, message?: Json): Json => ({
      statusUpdate: { ...ids, status: { state, ...(message === undefined ? {} : { message }) } },
    });
    const part = (artifactId: string, text: string, how: Json): Json => ({
      artifactUpdate: { ...ids, artifact: { artifactId, parts: [{ text }] }, ...how },
    });
    const state = isNew ? 'TASK_STATE_SUBMITTED' : task.state;
    const whole = { id: taskId, contextId: task.contextId, status: { state } };
    const begin = { task: { ...whole, artifacts: [...task.artifacts] } };
    const working = status('TASK_STATE_WORKING', say('I look into it.'));
    if (isNew) {
      task.state = 'TASK_STATE_INPUT_REQUIRED';
      task.artifacts.push({ artifactId: 'offers', parts: [{ text: '7:05 and 9:10' }] });
      return [
        ...[begin, working, part('offers', '7:05 ', { append: false, lastChunk: false })],
        part('offers', 'and 9:10', { append: true, lastChunk: true }),
        status(task.state, say('Which train?')),
      ];
    }
    task.state = 'TASK_STATE_COMPLETED';
    task.artifacts.push({ artifactId: 'ticket', parts: [{ text: 'Booked.' }] });
    const ticket = part('ticket', 'Booked.', { append: false, lastChunk: true });
    return [begin, working, ticket, status(task.state, say('It is booked.'))];
  };

  const send = (message: Json): Response => {
    const given = message['taskId'];
    const isNew = typeof given !== 'string';
    const taskId = isNew ? randomUUID() : given;
    const fresh = { contextId: randomUUID(), state: '', artifacts: [] };
    const task = isNew ? fresh : tasks.get(taskId);
    if (task === undefined) return document(refusal(-32_001, 'Task not found'));
    if (/COMPLETED|CANCELED/.test(task.state) && tampering.startsAgain !== true) {
      return document(refusal(-32_004, 'The task has ended'));
    }
    tasks.set(taskId, task);
    const made = turnOf(taskId, task, isNew);
    const ids = { taskId, contextId: task.contextId };
    const frames = (tampering.frames?.(made, isNew ? 1 : 2, ids) ?? made).map((result) => ({
      ...{ jsonrpc: '2.0', id: 1, result },
    }));
    return tampering.instead?.(frames, isNew ? 1 : 2) ?? stream(frames, tampering.holds);
  };

  const other = (method: string, params: Json): Json => {
    const id = String(params['id']);
    const task = tasks.get(id);
    if (method !== 'GetTask' && method !== 'CancelTask') {
      return refusal(-32_601, 'Method not found');
    }
    if (task === undefined) return refusal(-32_001, 'Task not found');
    if (method === 'CancelTask') task.state = 'TASK_STATE_CANCELED';
    const { contextId, state, artifacts } = task;
    const result = { id, contextId, status: { state }, artifacts, history: [] };
    return { jsonrpc: '2.0', id: 1, result };
  };

  const served = await serve(
    async (request) => {
      if (new URL(request.url).pathname === '/.well-known/agent-card.json') {
        const card = cardAt(url);
        return document(tampering.card?.(card) ?? card);
      }
      if (request.method !== 'POST') return new Response(null, { status: 404 });
      const body = await bodyOf(request);
      if (body === null) return answer('parse', refusal(-32_700, 'Parse error', null));
      const [method, params] = [String(body['method']), body['params'] as Json];
      if (method === 'SendStreamingMessage') return send(params['message'] as Json);
      return answer(method, other(method, params));
    },
    { port: 0 },
  );
  const answer = async (method: string, made: Json): Promise<Response> => {
    const reply = (await tampering.reply?.(made, method)) ?? made;
    return reply instanceof Response ? reply : document(reply);
  };
  ({ url } = served);
  const agent = agentDescriptorSchema.parse({ id: 'clerk', name: 'Clerk', protocol: 'a2a', url });
  return { agent, close: () => served.close() };
}

const cardAt = (url: string): Json => ({
  ...{ name: 'Clerk', description: 'Books trains.', version: '1.0.0' },
  supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: true },
  ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'] },
  skills: [{ id: 'book', name: 'Book', description: 'Books a train.', tags: ['travel'] }],
});
