import type { ServerResponse } from 'node:http';
import { withExactNumbers } from '@countersign/json/exact-number';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Groups the requests of a client of MCP. */
export const sessionHeader = 'mcp-session-id';

/** The first value of a header. */
export const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** The request as the web spells it, without what was checked before. */
export function webRequest(request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name === 'content-length' || name === 'authorization') continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const { method } = request;
  return new Request(`http://${request.headers.host ?? '127.0.0.1'}/mcp`, {
    method,
    headers,
    signal,
  });
}

/** Passes a response on as it comes; each chunk is one message, or the whole body. */
export async function sendResponse(reply: FastifyReply, response: Response): Promise<void> {
  reply.hijack();
  const out = reply.raw;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) out.setHeader(name, value);
  }
  response.headers.forEach((value, name) => {
    out.setHeader(name, value);
  });
  out.removeHeader('content-length');
  out.writeHead(response.status);
  out.flushHeaders();
  if (response.body === null) {
    out.end();
    return;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  out.once('close', () => void reader.cancel().catch(() => {}));
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (!out.write(withExactNumbers(next.value))) await drained(out);
    }
  } catch (error) {
    // The client has disconnected, or the call was cancelled: nothing more can be sent.
    reply.log.debug({ err: error }, 'The response of an MCP call was not sent to its end.');
  }
  out.end();
}

const drained = (out: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    out.once('drain', resolve);
    out.once('close', resolve);
  });
