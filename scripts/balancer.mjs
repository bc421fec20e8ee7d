// A small proxy in front of several servers on one database: each request goes to the next server that is ready.
import { createServer, request as send } from 'node:http';

const lookEveryMs = 200;
const answerMs = 2_000;
/** Concern one connection only. */
const ofConnection = new Set(
  'connection keep-alive proxy-connection te trailer transfer-encoding upgrade'.split(' '),
);
const readOnly = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A server, and whether it says that it is ready. */
class Target {
  isReady = false;
  constructor(url) {
    this.url = new URL(url);
  }
  look() {
    return new Promise((resolve) => {
      const asked = send(new URL('/health/ready', this.url), { agent: false, timeout: answerMs });
      const done = (isReady) => {
        this.isReady = isReady;
        resolve();
      };
      asked.on('response', (response) => {
        response.resume();
        done(response.statusCode === 200);
      });
      asked.on('timeout', () => asked.destroy());
      asked.on('error', () => done(false));
      asked.end();
    });
  }
}

const without = (headers) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name)));

function refuse(response, status, why) {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'text/plain', 'retry-after': '1' });
  response.end(`${why}\n`);
}

/** Sends a request on. Resolves with false if the server was not reached, so that another one can be asked. */
function pass(incoming, outgoing, target) {
  return new Promise((resolve) => {
    let isSent = false;
    const inner = send(new URL(incoming.url, target.url), {
      method: incoming.method,
      // A connection of its own: one that was kept may be closed by a server that stops.
      agent: false,
      headers: {
        ...without(incoming.headers),
        'x-forwarded-for': [incoming.headers['x-forwarded-for'], incoming.socket.remoteAddress]
          .filter(Boolean)
          .join(', '),
        'x-forwarded-proto': incoming.headers['x-forwarded-proto'] ?? 'http',
      },
    });
    inner.on('socket', (socket) =>
      socket.once('connect', () => {
        isSent = true;
        if (readOnly.has(incoming.method)) inner.end();
        else incoming.pipe(inner);
      }),
    );
    inner.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, without(response.headers));
      outgoing.flushHeaders();
      response.pipe(outgoing);
      response.on('error', () => outgoing.destroy());
      resolve(true);
    });
    inner.on('error', () => {
      target.isReady = false;
      // What only reads can be asked again; what changes something may have been done.
      if (!isSent || (readOnly.has(incoming.method) && !outgoing.headersSent))
        return resolve(false);
      refuse(outgoing, 502, 'The server was lost.');
      resolve(true);
    });
    outgoing.on('close', () => inner.destroy());
  });
}

/**
 * Listens, and looks at each server again and again. Resolves when one of them is ready.
 * @param {{ port: number, host?: string, to: readonly string[] }} options
 */
export async function startBalancer({ port, host = '127.0.0.1', to }) {
  const targets = to.map((url) => new Target(url));
  let next = 0;
  /** Those that are ready first, each time beginning with another one. */
  const inTurn = () => {
    next = (next + 1) % targets.length;
    const turned = [...targets.slice(next), ...targets.slice(0, next)];
    return [
      ...turned.filter(({ isReady }) => isReady),
      ...turned.filter(({ isReady }) => !isReady),
    ];
  };
  const server = createServer(async (incoming, outgoing) => {
    for (const target of inTurn()) {
      if (outgoing.destroyed || (await pass(incoming, outgoing, target))) return;
    }
    refuse(outgoing, 503, 'No server is ready.');
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve());
  });
  const look = () => Promise.all(targets.map((target) => target.look()));
  let timer;
  const lookOn = async () => {
    await look();
    timer = setTimeout(lookOn, lookEveryMs);
  };
  await lookOn();
  const place = server.address();
  return {
    url: `http://${host}:${place.port}`,
    close() {
      clearTimeout(timer);
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
