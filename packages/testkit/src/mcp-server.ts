import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@countersign/json/json-object';
import {
  createMcpHandler,
  Server,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

/** A call as a tool of the test server receives it. */
export interface ReceivedCall {
  arguments: JsonObject;
  context: ServerContext;
  server: Server;
}

export interface ServerTool {
  /** Its entry in `tools/list`, as it is sent. */
  listed: JsonObject;
  call: (received: ReceivedCall) => Promise<JsonObject>;
}

/** An MCP server of the reference library, with tools of a test. */
export interface TestMcpServer {
  url: string;
  /** Headers of the requests, the first first. */
  headers: Record<string, unknown>[];
  /** Ends all connections, as a server that dies. */
  hangUp(): void;
  close(): Promise<void>;
}

/** `2025`: sessions and requests of the server; `current`: revision 2026-07-28. */
export async function startMcpServer(
  era: 'current' | '2025',
  tools: Readonly<Record<string, ServerTool>>,
): Promise<TestMcpServer> {
  const headers: Record<string, unknown>[] = [];
  const build = () => {
    const server = new Server(
      { name: 'workshop', title: 'Workshop', version: '3.1.4' },
      { capabilities: { tools: {} }, instructions: 'Tools of a workshop.' },
    );
    server.setRequestHandler('tools/list', async () => ({
      tools: Object.entries(tools).map(([name, { listed }]) => ({
        name,
        inputSchema: { type: 'object' as const },
        ...listed,
      })),
    }));
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const tool = tools[params.name];
      if (tool === undefined) throw new Error('unknown tool');
      const given: JsonObject = params.arguments ?? {};
      const result = await tool.call({ arguments: given, context, server });
      return { content: [], ...result };
    });
    return server;
  };
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const inSession = async (request: Request): Promise<Response> => {
    const known = sessions.get(request.headers.get('mcp-session-id') ?? '');
    if (known !== undefined) return known.handleRequest(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await build().connect(transport);
    return transport.handleRequest(request);
  };
  const handler = createMcpHandler(build);
  const serve = (request: Request) =>
    era === '2025' ? inSession(request) : handler.fetch(request);

  const server = createServer((incoming, outgoing) => {
    headers.push(incoming.headers);
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    void requestOf(incoming, gone.signal)
      .then(serve)
      .then(async (response) => {
        outgoing.writeHead(response.status, Object.fromEntries(response.headers));
        outgoing.flushHeaders();
        const reader = response.body?.getReader();
        outgoing.once('close', () => void reader?.cancel().catch(() => {}));
        for (;;) {
          const { done = true, value } = (await reader?.read()) ?? {};
          if (done) break;
          outgoing.write(value);
        }
        outgoing.end();
      })
      .catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    headers,
    hangUp: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function requestOf(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const method = incoming.method ?? 'GET';
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  let body = '';
  for await (const chunk of incoming) body += chunk;
  const address = `http://${incoming.headers.host}${incoming.url}`;
  return new Request(address, { method, headers, signal, ...(body === '' ? {} : { body }) });
}
