import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { say } from '@countersign/api/statements';
import { problemBody } from './problem.ts';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** The listening socket. It answers before the application is there and stops accepting before it is gone. */
export interface FrontDoor {
  port: number;
  /** The application answers from now on. */
  open(handle: Handle): void;
  /** Accepts no new connections; open ones are closed when their request is answered. */
  stopAccepting(): void;
  /** Resolves when no request is in progress. */
  idle(): Promise<void>;
  /** Closes every connection. */
  close(): Promise<void>;
}

/** Longer than the keep-alive of common proxies: they must not send into a connection that is being closed. */
const keepAliveTimeout = 72_000;
const sweepMs = 50;

/** Listens; until it is opened, it is alive and not ready. Rejects with the error of the socket. */
export async function listen(place: { port: number; host: string }): Promise<FrontDoor> {
  let handle: Handle = answerStarting;
  let inProgress = 0;
  let sweep: NodeJS.Timeout | null = null;
  const waiting = new Set<() => void>();
  const server = createServer(
    // A server on another port can set cookies for this one, 180 of 4 KB: too many for Node's default of 16 KB.
    { maxHeaderSize: 1024 * 1024, keepAliveTimeout },
    (request, response) => {
      inProgress += 1;
      if (sweep !== null) response.setHeader('connection', 'close');
      response.once('close', () => {
        inProgress -= 1;
        if (inProgress > 0) return;
        for (const resolve of waiting) resolve();
        waiting.clear();
      });
      handle(request, response);
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(place.port, place.host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : place.port;
  const stopAccepting = () => {
    if (sweep !== null) return;
    server.close();
    // Closed by itself is only what is idle now.
    sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
    sweep.unref();
  };
  return {
    port,
    open(next) {
      handle = next;
    },
    stopAccepting,
    idle: () =>
      inProgress === 0 ? Promise.resolve() : new Promise((resolve) => waiting.add(resolve)),
    close() {
      stopAccepting();
      if (sweep !== null) clearInterval(sweep);
      server.closeAllConnections();
      return Promise.resolve();
    },
  };
}

function answerStarting(request: IncomingMessage, response: ServerResponse): void {
  const isLive = request.url === '/health/live';
  const body = isLive
    ? { status: 'ok' }
    : problemBody('not-ready', say('health.starting'), { state: 'starting' });
  response.writeHead(isLive ? 200 : 503, {
    'content-type': isLive ? 'application/json' : 'application/problem+json',
    'cache-control': 'no-store',
    ...(isLive ? {} : { 'retry-after': '1' }),
  });
  response.end(JSON.stringify(body));
}
