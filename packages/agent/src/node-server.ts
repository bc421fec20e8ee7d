import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

/** A running server; `port` is the actual port if 0 was requested. */
export interface Served {
  url: string;
  port: number;
  /** Accepts no new requests, closes open connections, and resolves when the port is free. */
  close(): Promise<void>;
}

/**
 * Serves a fetch-style handler over node:http. A slow connection slows the response's stream; a lost one cancels it
 * and aborts `request.signal`.
 */
export async function serve(
  handler: (request: Request) => Promise<Response> | Response,
  options: { port: number; host?: string },
): Promise<Served> {
  const host = options.host ?? '127.0.0.1';
  const server = createServer((incoming, outgoing) => {
    void answer(handler, incoming, outgoing);
  });
  // A stream may be silent for long and a run may last for hours; the handler has its own limits.
  server.requestTimeout = 0;
  server.listen(options.port, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  handler: (request: Request) => Promise<Response> | Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const abort = new AbortController();
  outgoing.on('close', () => abort.abort());
  let response: Response;
  try {
    response = await handler(toRequest(incoming, abort.signal));
  } catch {
    response = new Response(null, { status: 500 });
  }
  try {
    await send(response, outgoing);
  } catch {
    outgoing.destroy();
  }
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) headers.append(name, one);
    }
  }
  const host = headers.get('host') ?? '';
  const base = URL.canParse(`http://${host}`) && host !== '' ? `http://${host}` : 'http://invalid';
  const target = incoming.url?.startsWith('/') ? incoming.url : '/';
  const method = incoming.method ?? 'GET';
  const body =
    method === 'GET' || method === 'HEAD'
      ? null
      : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
  // `duplex` is required by Node for a streamed body and missing in the DOM's types.
  const init: RequestInit & { duplex: 'half' } = { method, headers, body, signal, duplex: 'half' };
  return new Request(new URL(`${base}${target}`), init);
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) {
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  const reader = response.body.getReader();
  outgoing.once('close', () => {
    reader.cancel().catch(() => {});
  });
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!outgoing.write(value) && !outgoing.destroyed) await drained(outgoing);
  }
  outgoing.end();
}

/** Resolves when the connection accepts more data, or is closed. */
function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off('drain', done);
      outgoing.off('close', done);
      resolve();
    };
    outgoing.on('drain', done);
    outgoing.on('close', done);
  });
}
