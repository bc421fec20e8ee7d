import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { listenLocally } from './local-server.ts';

/**
 * An MCP server of the revision 2025-11-25 with one tool, `research`, that is a task: it proceeds as a test says. What it asks is sent
 * once, on the stream of `tasks/result`, as the reference library sends it.
 */
export interface TestTaskServer {
  url: string;
  /** The parameters of the calls. */
  calls: JsonObject[];
  /** The results of what it asked. */
  answers: unknown[];
  /** How many sessions are open in which something was called. */
  sessions(): number;
  cancelled(): boolean;
  work(status: string, message: string): void;
  ask(message: string): void;
  finish(text: string): void;
  fail(text: string): void;
  /** It does not know the task any more. */
  forget(): void;
  close(): Promise<void>;
}

interface LabTask {
  taskId: string;
  status: string;
  statusMessage: string;
}

const textResult = (text: string, isError = false): JsonObject => ({
  content: [{ type: 'text', text }],
  ...(isError ? { isError } : {}),
});

const tool = {
  name: 'research',
  inputSchema: { type: 'object' },
  execution: { taskSupport: 'required' },
};

const initialized = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } },
  serverInfo: { name: 'lab', version: '1.0.0' },
};

const requestedSchema = { type: 'object', properties: { meaning: { type: 'string' } } };

type Serve = (request: IncomingMessage, response: ServerResponse, body: JsonObject) => unknown;

/** Reads what is posted; `end` is called with a session that its client deletes. */
function httpServer(serve: Serve, end: (session: string) => void) {
  return createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    if (request.method === 'DELETE') {
      end(String(request.headers['mcp-session-id']));
      return response.writeHead(200).end();
    }
    if (request.method !== 'POST') return response.writeHead(405).end();
    const body: unknown = JSON.parse(text);
    return isObject(body) ? serve(request, response, body) : response.writeHead(400).end();
  });
}

const jsonTo =
  (response: ServerResponse, id: unknown) =>
  (message: JsonObject, headers = {}) =>
    response
      .writeHead(200, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...message }));

const send = (response: ServerResponse, message: JsonObject) =>
  response.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);

export async function startMcpTaskServer(): Promise<TestTaskServer> {
  const calls: JsonObject[] = [];
  const answers: unknown[] = [];
  /** Of each session, whether something was called in it. */
  const sessions = new Map<string, boolean>();
  let task: LabTask | null = null;
  let result: JsonObject | null = null;
  let asked = 0;
  const queue: JsonObject[] = [];
  let streams: { id: unknown; response: ServerResponse }[] = [];

  /** Sends what waits on the newest stream of `tasks/result`, and its response when there is one. */
  const flush = () => {
    streams = streams.filter(({ response }) => !response.destroyed);
    const newest = streams.at(-1);
    if (newest === undefined) return;
    for (const request of queue.splice(0)) send(newest.response, request);
    if (result === null) return;
    for (const { id, response } of streams.splice(0)) {
      send(response, { id: id as string, result });
      response.end();
    }
  };

  const answerTo = (body: JsonObject, session: string): JsonObject => {
    const { method, params } = body;
    if (method === 'tools/list') return { result: { tools: [tool] } };
    if (method === 'tools/call') {
      const { name, task: wanted } = params as JsonObject;
      calls.push({ name, task: wanted });
      sessions.set(session, true);
      result = null;
      task = { taskId: randomUUID(), status: 'working', statusMessage: 'Gathering' };
      return { result: { task: { ...task, ttl: 60_000, pollInterval: 250 } } };
    }
    if (task === null || memberOf(params, 'taskId') !== task.taskId) {
      return { error: { code: -32_602, message: 'Task not found' } };
    }
    if (method === 'tasks/cancel') task = { ...task, status: 'cancelled' };
    return { result: { ...task, pollInterval: 250 } };
  };

  const serve = (request: IncomingMessage, response: ServerResponse, body: JsonObject) => {
    const json = jsonTo(response, body['id']);
    const { method } = body;
    if (method === 'initialize') {
      const session = randomUUID();
      sessions.set(session, false);
      return json({ result: initialized }, { 'mcp-session-id': session });
    }
    const session = String(request.headers['mcp-session-id']);
    if (!sessions.has(session)) {
      return method === 'server/discover'
        ? json({ error: { code: -32_601, message: 'Method not found' } })
        : response.writeHead(404).end();
    }
    if (method === undefined) {
      answers.push(body['result']);
      if (task !== null) task = { ...task, status: 'working' };
    }
    if (method === undefined || body['id'] === undefined) return response.writeHead(202).end();
    if (method !== 'tasks/result') return json(answerTo(body, session));
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    streams.push({ id: body['id'], response });
    return flush();
  };

  const server = httpServer(serve, (session) => sessions.delete(session));
  const { origin, close } = await listenLocally(server);
  const change = (status: string, statusMessage: string) => {
    if (task !== null) task = { ...task, status, statusMessage };
    flush();
  };
  return {
    url: `${origin}/mcp`,
    calls,
    answers,
    sessions: () => [...sessions.values()].filter(Boolean).length,
    cancelled: () => task?.status === 'cancelled',
    work: change,
    ask(message) {
      asked += 1;
      const params = { message, requestedSchema };
      queue.push({ id: `asked-${asked}`, method: 'elicitation/create', params });
      change('input_required', message);
    },
    finish(text) {
      result = textResult(text);
      change('completed', 'Done');
    },
    fail(text) {
      result = textResult(text, true);
      change('failed', text);
    },
    forget() {
      task = null;
    },
    close,
  };
}
