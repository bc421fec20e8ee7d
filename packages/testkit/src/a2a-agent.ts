import { createServer, type ServerResponse } from 'node:http';
import { createArrivals } from './arrivals.ts';
import { listenLocally } from './local-server.ts';

type JsonObject = Record<string, unknown>;

/** One call of the agent, from its side. */
interface Call {
  method: string;
  params: JsonObject;
  secret: string | undefined;
}

/** An A2A 1.0 agent over JSON-RPC, in plain node:http, whose responses are set by the test. */
export interface A2aAgent {
  url: string;
  origin: string;
  calls: Call[];
  /** The n-th call of a method, as soon as it has arrived. */
  called(method: string, index?: number): Promise<Call>;
  /** Sends a result in the stream that was opened last. */
  say(result: JsonObject): void;
  /** Closes the connection abruptly. */
  cut(): void;
  /** The task as `GetTask` answers it, and whether streams of it are refused. */
  task: JsonObject;
  refusesStreams: boolean;
  /** Receives every request, and answers none; one for its card is the call `card`. */
  isSilent: boolean;
  /** Streams of the task are opened with HTTP 200, and refused by an error in them. */
  refusesInStreams: boolean;
  /** Streams of the task are opened with HTTP 200, and end at once, empty. */
  endsSubscriptions: boolean;
  /** The error with which every message is refused, with HTTP 200. */
  refusal: JsonObject | null;
  /** The text of the card. */
  card: string;
  close(): Promise<void>;
}

export async function startA2aAgent(): Promise<A2aAgent> {
  const calls: Call[] = [];
  const arrivals = createArrivals();
  let stream: ServerResponse | null = null;
  let id: unknown = 1;

  const take = (method: string, params: JsonObject, secret: unknown) => {
    calls.push({ method, params, secret: typeof secret === 'string' ? secret : undefined });
    arrivals.announce();
  };

  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const secret = request.headers['x-secret'];
    if (agent.isSilent) {
      if (request.method === 'GET') return take('card', {}, secret);
      const { method, params } = JSON.parse(text);
      return take(method, params, secret);
    }
    if (request.method === 'GET') {
      const isCard = request.url === '/.well-known/agent-card.json';
      response.writeHead(isCard ? 200 : 404, { 'content-type': 'application/json' });
      response.end(isCard ? agent.card : '{}');
      return;
    }
    if (request.method !== 'POST') {
      response.writeHead(405, { allow: 'GET, POST' }).end();
      return;
    }
    const body: JsonObject & { params?: JsonObject } = JSON.parse(text);
    const method = String(body['method']);
    id = body['id'];
    const answer = (more: JsonObject) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...more }));
    };
    if (method === 'GetTask') answer({ result: agent.task });
    else if (method === 'CancelTask') {
      answer({ result: { ...agent.task, status: { state: 'TASK_STATE_CANCELED' } } });
    } else if (agent.refusal !== null) answer({ error: agent.refusal });
    else if (method === 'SubscribeToTask' && agent.refusesStreams) {
      answer({ error: { code: -32_004, message: 'This operation is not supported' } });
    } else {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      stream = response;
      if (method === 'SubscribeToTask' && agent.endsSubscriptions) response.end();
      else if (method === 'SubscribeToTask' && agent.refusesInStreams) {
        const error = { code: -32_004, message: 'The task does not work any more' };
        response.write(': open\n\ndata: {"jsonrpc":"2.0",');
        response.end(`${JSON.stringify({ id, error }).slice(1)}\n\n`);
      }
    }
    take(method, body.params ?? {}, secret);
  });
  const { origin, close } = await listenLocally(server);
  const agent: A2aAgent = {
    url: `${origin}/`,
    origin,
    calls,
    called: (method, index = 0) =>
      arrivals.until(() => calls.filter((call) => call.method === method)[index]),
    say: (result) =>
      void stream?.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`),
    cut: () => void stream?.destroy(),
    task: {},
    refusesStreams: false,
    refusesInStreams: false,
    endsSubscriptions: false,
    isSilent: false,
    refusal: null,
    card: JSON.stringify(cardAt(`${origin}/a2a`)),
    close,
  };
  return agent;
}

/** A card whose only interface is at this URL. */
export const cardAt = (url: string, capabilities: JsonObject = {}): JsonObject => ({
  name: 'Booking desk',
  description: 'Books trains.',
  version: '2.1.0',
  supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: true, pushNotifications: true, ...capabilities },
  skills: [{ id: 'book', name: 'Book a train', tags: ['travel'], examples: ['To Oslo'] }],
});

export const a2aIds = {
  taskId: '5ae161e0-8c56-4f16-89a9-7787c4a92931',
  contextId: '29c0af9a-cfaf-45d0-9cc1-d6a9122adc0b',
};

/** A message of the agent. */
export const agentMessage = (messageId: string, ...parts: JsonObject[]): JsonObject => ({
  messageId,
  role: 'ROLE_AGENT',
  parts,
  ...a2aIds,
});

/** A task in a state. */
export const taskIn = (state: string, more: JsonObject = {}, message?: JsonObject): JsonObject => ({
  id: a2aIds.taskId,
  contextId: a2aIds.contextId,
  status: { state: `TASK_STATE_${state}`, ...(message === undefined ? {} : { message }) },
  ...more,
});

export const statusUpdate = (state: string, message?: JsonObject): JsonObject => ({
  statusUpdate: {
    ...a2aIds,
    status: { state: `TASK_STATE_${state}`, ...(message === undefined ? {} : { message }) },
  },
});

export const artifactUpdate = (
  artifactId: string,
  parts: JsonObject[],
  more: JsonObject = {},
): JsonObject => ({ artifactUpdate: { ...a2aIds, artifact: { artifactId, parts }, ...more } });
