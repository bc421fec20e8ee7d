import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { HaiEvent } from '@countersign/hai/event';
import { encodeFrame } from '@countersign/hai/sse';
import { listenLocally } from './local-server.ts';

/** One connection to the fake agent, as its script sees it. */
export interface FakeConnection {
  request: IncomingMessage;
  /** The parsed JSON body, or the text when it is none. */
  body: unknown;
  /** Counts connections from 1. */
  number: number;
  /** The other side has disconnected. */
  signal: AbortSignal;
  /** Sends one event as an SSE frame; the id is optional, as in HAI. */
  send(event: HaiEvent, id?: string): Promise<void>;
  /** Sends raw bytes: half a frame, garbage, a split frame. */
  write(bytes: string | Uint8Array): Promise<void>;
  /** Ends the body properly. */
  end(): void;
  /** Resets the socket at once. */
  cut(): void;
  response: ServerResponse;
}
export type FakeScript = (connection: FakeConnection) => void | Promise<void>;

export interface FakeAgent {
  url: string;
  /** How many connections there were. */
  connections(): number;
  close(): Promise<void>;
}

/** A real HTTP server on a free loopback port; every response is a script of the test. Waits are promises of the test, never timers. */
export async function startFakeAgent(script: FakeScript): Promise<FakeAgent> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    const number = count;
    void readBody(request).then(async (body) => {
      await script(connectionOf(request, response, { body, number }));
    });
  });
  const { origin, close } = await listenLocally(server);
  return {
    url: `${origin}/`,
    connections: () => count,
    close,
  };
}

function connectionOf(
  request: IncomingMessage,
  response: ServerResponse,
  { body, number }: { body: unknown; number: number },
): FakeConnection {
  const gone = new AbortController();
  const closed = new Promise<void>((resolve) => {
    gone.signal.addEventListener('abort', () => resolve());
  });
  response.on('close', () => gone.abort());
  response.on('error', () => gone.abort());
  const write = async (bytes: string | Uint8Array) => {
    if (gone.signal.aborted) return;
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
    const flushed = new Promise<void>((resolve) => response.write(bytes, () => resolve()));
    await Promise.race([flushed, closed]);
  };
  return {
    request,
    response,
    body,
    number,
    signal: gone.signal,
    write,
    send: (event, id) =>
      write(encodeFrame({ ...(id === undefined ? {} : { id }), data: JSON.stringify(event) })),
    end: () => void response.end(),
    cut: () => void response.socket?.resetAndDestroy(),
  };
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = '';
  request.setEncoding('utf8');
  try {
    for await (const chunk of request) text += chunk;
  } catch {
    // The caller hung up before the end of its own request.
  }
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
