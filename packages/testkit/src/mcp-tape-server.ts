import { createServer, type ServerResponse } from 'node:http';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { listenLocally } from './local-server.ts';
import { type Exchange, eventsOf, type Tape } from './tape.ts';

/** An MCP server of the revisions of 2025 that says what the real one on a tape said. */
export interface McpTapeServer {
  url: string;
  /** The requests and answers that it received, without notifications. */
  received: JsonObject[];
  close(): Promise<void>;
}

/**
 * Serves a tape in any order: a request gets the reply to the recorded one of the same method and tool, with its own id. A stream
 * stops at each request of the server until that is answered.
 */
export async function startMcpTapeServer(tape: Tape): Promise<McpTapeServer> {
  const received: JsonObject[] = [];
  const waiting = new Map<unknown, () => void>();

  const play = async (exchange: Exchange, body: JsonObject, response: ServerResponse) => {
    const { status, headers } = exchange.response;
    response.writeHead(status, headers);
    if (headers['content-type'] !== 'text/event-stream')
      return response.end(exchange.response.text);
    for (const text of eventsOf(exchange)) {
      const message = asSentTo(body, JSON.parse(text));
      const asks = message['method'] !== undefined && message['id'] !== undefined;
      const answered = new Promise<void>((resolve) => {
        if (asks) waiting.set(message['id'], resolve);
        else resolve();
      });
      response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
      await answered;
    }
    return response.end();
  };

  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    if (request.method !== 'POST') return response.writeHead(405).end();
    const body: unknown = JSON.parse(text);
    if (!isObject(body)) return response.writeHead(400).end();
    if (body['id'] === undefined) return response.writeHead(202).end();
    received.push(body);
    if (body['method'] === undefined) {
      response.writeHead(202).end();
      return waiting.get(body['id'])?.();
    }
    const exchange = tape.exchanges.find(({ request: one }) => isSame(one.body, body));
    if (exchange === undefined) return response.writeHead(404).end('it is not on the tape');
    return play(exchange, body, response);
  });
  const { origin, close } = await listenLocally(server);
  return { url: `${origin}/mcp`, received, close };
}

const isSame = (recorded: unknown, body: JsonObject): boolean =>
  memberOf(recorded, 'method') === body['method'] &&
  memberOf(memberOf(recorded, 'params'), 'name') === memberOf(body['params'], 'name');

/** A recorded message with the ids of the request that is answered now. */
function asSentTo(body: JsonObject, message: JsonObject): JsonObject {
  if (message['method'] === undefined) return { ...message, id: body['id'] };
  if (message['method'] !== 'notifications/progress') return message;
  const progressToken = memberOf(memberOf(body['params'], '_meta'), 'progressToken');
  return { ...message, params: { ...(message['params'] as JsonObject), progressToken } };
}
