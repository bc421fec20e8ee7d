import { setMaxListeners } from 'node:events';
import { type Readable, Transform } from 'node:stream';
import { say } from '@countersign/api/statements';
import { headersTo, type KnownAgent } from '@countersign/part-desk/agents/secret-headers';
import { AgentFailure } from '@countersign/server/http/transport-errors';
import { decompressed } from '@countersign/server/outgoing/decompress';
import { callAgent } from '@countersign/server/outgoing/transport';
import type { Clock } from '@countersign/server/runtime/clock';
import type { FetchLike } from '@modelcontextprotocol/client';

/** A message of a server above this size (bytes) is refused. */
const maxMessageBytes = 8 * 1024 * 1024;

/**
 * All requests of a connection have its signal, and each listens to it until it has ended. A call may have 50 open questions, and
 * closing them answers all at once: that is no leak, more would be.
 */
const maxAtOnce = 100;

/** Fetches like the transport to any agent: checked addresses, secret headers for their origins only, limited messages. */
export interface GuardedFetch {
  fetch: FetchLike;
  /** Settles when all requests that were sent have been answered. */
  idle(): Promise<void>;
}

export function createGuardedFetch(
  agent: KnownAgent,
  { clock, timeoutMs }: { clock: Clock; timeoutMs: number },
): GuardedFetch {
  const inHand = new Set<Promise<unknown>>();

  const send = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const address = String(url);
    const given = Object.fromEntries(new Headers(init.headers));
    if (init.signal != null) setMaxListeners(maxAtOnce, init.signal);
    const response = await callAgent({
      url: address,
      method: methodOf(init.method),
      headers: { ...given, ...headersTo(agent, address) },
      // Read again, because numbers that JavaScript would change are written by the transport.
      ...(typeof init.body === 'string' ? { body: JSON.parse(init.body) } : {}),
      signal: init.signal ?? new AbortController().signal,
      timeoutMs,
      clock,
    });
    const status = response.statusCode ?? 0;
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers)) {
      if (name !== 'content-encoding' && name !== 'content-length' && value !== undefined)
        headers.set(name, String(value));
    }
    if (status === 204 || status === 205 || status === 304) {
      response.destroy();
      return new Response(null, { status, headers });
    }
    const body = decompressed(response);
    const limited = limiter(isStream(status, headers));
    body.once('error', (error) => limited.destroy(error));
    limited.once('close', () => response.destroy());
    body.pipe(limited);
    return new Response(webStream(limited), { status, headers });
  };

  return {
    fetch(url, init) {
      const work = send(url, init);
      if (init?.method === 'POST') {
        inHand.add(work);
        const done = () => void inHand.delete(work);
        work.then(done, done);
      }
      return work;
    },
    async idle() {
      await Promise.allSettled(inHand);
    },
  };
}

function methodOf(method: string | undefined): 'GET' | 'POST' | 'DELETE' {
  if (method === 'POST' || method === 'DELETE') return method;
  return 'GET';
}

/** The client library reads all other bodies as a whole. */
const isStream = (status: number, headers: Headers): boolean =>
  status >= 200 &&
  status < 300 &&
  /^\s*text\/event-stream\s*(;|$)/i.test(headers.get('content-type') ?? '');

/** Of a stream it counts from one blank line to the next: the stream has no limit, each message in it has. */
function limiter(inStream: boolean): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const at = inStream ? Math.max(chunk.lastIndexOf('\n\n'), chunk.lastIndexOf('\n\r\n')) : -1;
      bytes = at === -1 ? bytes + chunk.length : chunk.length - at;
      if (bytes <= maxMessageBytes) return done(null, chunk);
      const megabytes = maxMessageBytes / 1024 / 1024;
      done(new AgentFailure('too-large', say('call.message-too-large', { megabytes }), 413));
    },
  });
}

/** A stream of Node as one of the web: what is not read stays with the server. */
function webStream(source: Readable): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      source.on('data', (chunk: Buffer) => {
        controller.enqueue(new Uint8Array(chunk));
        if ((controller.desiredSize ?? 0) <= 0) source.pause();
      });
      source.once('end', () => controller.close());
      source.once('error', (error) => controller.error(error));
    },
    pull() {
      source.resume();
    },
    cancel() {
      source.destroy();
    },
  });
}
