import { randomUUID } from 'node:crypto';
import { serve } from '@countersign/agent/node-server';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { bodyOf, document, type Json, type Served, stream } from './planted.ts';

/** Where a fault is planted. */
export interface McpTampering {
  /** The response to a request, with its status and headers. */
  respond?: (made: Made, request: Json) => Made | Response;
  /** What is sent during a call. */
  elicits?: (params: Json) => Json;
  progress?: number[];
  /** A call has no end. */
  holds?: boolean;
  /** The call asks this as well. */
  alsoAsks?: Json;
}

export interface Made {
  status: number;
  headers: Record<string, string>;
  body: Json | null;
}

const confirmation: Json = {
  message: 'Pay 12 EUR?',
  requestedSchema: {
    type: 'object',
    properties: { sure: { type: 'boolean', title: 'Sure' } },
    required: ['sure'],
  },
};

const tools: readonly Json[] = [
  {
    ...{ name: 'pay', description: 'Pays a bill.' },
    inputSchema: {
      type: 'object',
      properties: { amount: { type: 'number' } },
      required: ['amount'],
    },
    outputSchema: {
      type: 'object',
      properties: { paid: { type: 'number' } },
      required: ['paid'],
    },
  },
  {
    ...{ name: 'print', description: 'Prints for a while.', inputSchema: { type: 'object' } },
    execution: { taskSupport: 'required' },
  },
];

const versions = ['2025-11-25', '2025-06-18'];

/** An MCP server as it should be: sessions, a tool that asks a person, and one that is a task. */
export async function startMcpServer(tampering: McpTampering = {}): Promise<Served> {
  const sessions = new Set<string>();
  const answers = new Map<unknown, (result: unknown) => void>();
  const polls = new Map<string, number>();

  const result = (body: Json): Json | null => {
    const params = (body['params'] ?? {}) as Json;
    switch (body['method']) {
      case 'initialize': {
        const wanted = String(params['protocolVersion']);
        return {
          protocolVersion: versions.includes(wanted) ? wanted : versions[0],
          capabilities: { tools: {}, resources: {} },
          serverInfo: { name: 'till', version: '1.0.0' },
        };
      }
      case 'ping':
        return {};
      case 'tools/list':
        return { tools };
      case 'resources/list':
        return { resources: [] };
      case 'tasks/get': {
        const id = String(params['taskId']);
        const count = (polls.get(id) ?? 0) + 1;
        polls.set(id, count);
        return { taskId: id, status: count > 1 ? 'completed' : 'working' };
      }
      case 'tasks/result':
        return { content: [{ type: 'text', text: 'Printed.' }] };
      case 'tools/call':
        if (params['name'] === 'print') {
          return { task: { taskId: randomUUID(), status: 'working', ttl: 60_000 } };
        }
        return { content: [{ type: 'text', text: 'Paid 1.' }], structuredContent: { paid: 1 } };
      default:
        return null;
    }
  };

  const made = (body: Json): Made => {
    const { id, method } = body;
    const params = (body['params'] ?? {}) as Json;
    const error = (code: number, message: string): Made => ({
      ...{ status: 200, headers: {} },
      body: { jsonrpc: '2.0', id, error: { code, message } },
    });
    const outcome = result(body);
    if (outcome === null) return error(-32_601, 'Method not found');
    if (method === 'tools/call') {
      const tool = tools.find(({ name }) => name === params['name']);
      if (tool === undefined) return error(-32_602, 'Unknown tool');
      const given = params['arguments'] as Json | undefined;
      if (tool['name'] === 'pay' && given?.['amount'] === undefined) {
        return error(-32_602, 'amount is required');
      }
    }
    const session = method === 'initialize' ? randomUUID() : null;
    if (session !== null) sessions.add(session);
    const headers = session === null ? {} : { 'mcp-session-id': session };
    return { status: 200, headers, body: { jsonrpc: '2.0', id, result: outcome } };
  };

  const call = (response: Made) => askingCall(tampering, answers, response);

  const served = await serve(
    async (request) => {
      if (request.headers.get('origin') !== null) return new Response(null, { status: 403 });
      if (request.method !== 'POST') return new Response(null, { status: 405 });
      const body = await bodyOf(request);
      if (body === null) {
        const error = { code: -32_700, message: 'Parse error' };
        return refused(tampering, { error }, { method: 'parse' });
      }
      if (body['method'] === undefined) {
        answers.get(body['id'])?.(body['result']);
        return refused(tampering, null, { method: 'response' });
      }
      const session = request.headers.get('mcp-session-id');
      if (body['method'] !== 'initialize' && (session === null || !sessions.has(session))) {
        return new Response('No such session', { status: 404 });
      }
      if (body['id'] === undefined) return refused(tampering, null, body);
      const response = made(body);
      const sent = tampering.respond?.(response, body) ?? response;
      if (sent instanceof Response) return sent;
      const hasEnd = sent.body?.['result'] !== undefined;
      const params = (body['params'] ?? {}) as Json;
      if (body['method'] === 'tools/call' && params['name'] === 'pay' && hasEnd) return call(sent);
      return body['method'] === 'tools/list'
        ? stream([sent.body])
        : document(sent.body, { status: sent.status, headers: sent.headers });
    },
    { port: 0 },
  );
  const { url } = served;
  const agent = agentDescriptorSchema.parse({ id: 'till', name: 'Till', protocol: 'mcp', url });
  return { agent, close: () => served.close() };
}

/** What is no request has no response; what cannot be read is refused. */
function refused(tampering: McpTampering, body: Json | null, request: Json): Response {
  const made: Made =
    body === null
      ? { status: 202, headers: {}, body: null }
      : { status: 400, headers: {}, body: { jsonrpc: '2.0', id: null, ...body } };
  const sent = tampering.respond?.(made, request) ?? made;
  if (sent instanceof Response) return sent;
  return sent.body === null
    ? new Response(null, { status: sent.status })
    : document(sent.body, { status: sent.status });
}

/** The call that asks a person before it ends. */
function askingCall(
  tampering: McpTampering,
  answers: Map<unknown, (result: unknown) => void>,
  response: Made,
): Response {
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const writer = body.writable.getWriter();
  const write = (message: Json) =>
    writer.write(new TextEncoder().encode(`data: ${JSON.stringify(message)}\n\n`));
  const ask = async (method: string, params: Json) => {
    const id = randomUUID();
    const answered = new Promise((resolve) => answers.set(id, resolve));
    await write({ jsonrpc: '2.0', id, method, params });
    await answered;
  };
  const run = async () => {
    for (const progress of tampering.progress ?? [1, 2]) {
      const params = { progressToken: 'check', progress };
      await write({ jsonrpc: '2.0', method: 'notifications/progress', params });
    }
    if (tampering.alsoAsks !== undefined) {
      await write({ jsonrpc: '2.0', id: randomUUID(), ...tampering.alsoAsks });
    }
    await ask('elicitation/create', tampering.elicits?.(confirmation) ?? confirmation);
    if (tampering.holds === true) return;
    await write(response.body ?? {});
    await writer.close();
  };
  void run().catch(() => {});
  return new Response(body.readable, { headers: { 'content-type': 'text/event-stream' } });
}
