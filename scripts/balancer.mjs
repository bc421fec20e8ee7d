// A small proxy in front of several servers on one database: each request goes to the next server that is ready.
import { createHash } from 'node:crypto';
import { createServer, request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const lookEveryMs = 200;
/** A server that does not say for so long that it is ready is not; the next look is `lookEveryMs` later. */
const answerMs = 1_000;
/** After so long at most it is known that a server stops: its COUNTERSIGN_READINESS_DELAY_MS has to be longer. */
export const noticedAfterMs = lookEveryMs + answerMs;
/** How long a request is held when no server takes it. */
const holdMs = 5_000;
/** What a client has written may be known to the other servers a moment later: meanwhile, its requests go where it has written. */
const ownMs = 5_000;
const maxWriters = 10_000;
/** More of a body than a server accepts is not kept, so that it can only be sent once. */
const maxKeptBytes = 4_000_000;
/** Concern one connection only. */
const ofConnection = new Set(
  'connection keep-alive proxy-connection te trailer transfer-encoding upgrade'.split(' '),
);
const readOnly = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A server, and whether it says that it is ready. */
class Target {
  isReady = false;
  isWatched = true;
  constructor(url) {
    this.url = new URL(url);
  }
  look() {
    return new Promise((resolve) => {
      const asked = send(new URL('/health/ready', this.url), { agent: false });
      const late = setTimeout(() => asked.destroy(), answerMs);
      const done = (isReady) => {
        clearTimeout(late);
        this.isReady = isReady;
        resolve();
      };
      asked.on('response', (response) => {
        response.resume();
        done(response.statusCode === 200);
      });
      asked.on('error', () => done(false));
      asked.end();
    });
  }
  /** Looks again and again, whatever the other servers do. */
  async watch() {
    while (this.isWatched) {
      await sleep(lookEveryMs);
      await this.look();
    }
  }
}

const without = (headers) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name)));

function refuse(response, status, why) {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'text/plain', 'retry-after': '1' });
  response.end(`${why}\n`);
}

/** The body, as far as it is kept: `isWhole` = nothing follows. */
function bodyOf(incoming) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    let bytes = 0;
    const done = (isWhole) => {
      incoming.pause();
      incoming.off('data', take).off('end', whole).off('error', reject);
      resolve({ kept: Buffer.concat(chunks), isWhole });
    };
    const whole = () => done(true);
    const take = (chunk) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxKeptBytes) done(false);
    };
    incoming.on('data', take).on('end', whole).on('error', reject);
  });
}

/** Whether a server does it once, however often it is sent. */
function isRepeatable({ method }, { kept, isWhole }) {
  if (readOnly.has(method)) return true;
  if (!isWhole || !kept.includes('"idempotencyKey"')) return false;
  try {
    return typeof JSON.parse(kept.toString()).idempotencyKey === 'string';
  } catch {
    return false;
  }
}

/** The whole answer of a server that says why it is not ready. */
async function stateIn(response) {
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  try {
    return { body, state: JSON.parse(body.toString()).state };
  } catch {
    return { body, state: null };
  }
}

const isProblem = ({ statusCode, headers }) =>
  statusCode === 503 && headers['content-type']?.startsWith('application/problem+json');

const headersFor = (incoming) => ({
  ...without(incoming.headers),
  'x-forwarded-for': [incoming.headers['x-forwarded-for'], incoming.socket.remoteAddress]
    .filter(Boolean)
    .join(', '),
  'x-forwarded-proto': incoming.headers['x-forwarded-proto'] ?? 'http',
});

/** Sends a request on. Resolves with the status of the answer, or with null if another server can be asked. */
function pass(incoming, outgoing, { target, body }) {
  return new Promise((settle) => {
    let isSent = false;
    const drop = () => inner.destroy();
    const resolve = (status) => {
      if (status === null) outgoing.off('close', drop);
      settle(status);
    };
    const inner = send(new URL(incoming.url, target.url), {
      method: incoming.method,
      // A connection of its own: one that was kept may be closed by a server that stops.
      agent: false,
      headers: headersFor(incoming),
    });
    inner.on('socket', (socket) =>
      socket.once('connect', () => {
        isSent = true;
        if (body.isWhole) return void inner.end(body.kept);
        inner.write(body.kept);
        incoming.pipe(inner);
      }),
    );
    inner.on('response', async (response) => {
      response.on('error', () => outgoing.destroy());
      if (!isProblem(response)) {
        outgoing.writeHead(response.statusCode ?? 502, without(response.headers));
        outgoing.flushHeaders();
        response.pipe(outgoing);
        return resolve(response.statusCode);
      }
      const said = await stateIn(response).catch(() => ({ body: Buffer.alloc(0), state: null }));
      if ((said.state === 'starting' || said.state === 'draining') && body.isWhole) {
        target.isReady = false;
        return resolve(null);
      }
      outgoing.writeHead(503, without(response.headers));
      outgoing.end(said.body);
      resolve(503);
    });
    inner.on('error', () => {
      target.isReady = false;
      // What changes something may have been done.
      const again = !isSent || isRepeatable(incoming, body);
      if (again && !outgoing.headersSent) return resolve(null);
      refuse(outgoing, 502, 'The server was lost.');
      resolve(502);
    });
    outgoing.on('close', drop);
  });
}

/** Who asks, as far as that shows: nothing of it is kept but a hash. */
const writerOf = ({ headers, socket }) =>
  createHash('sha256')
    .update(headers.authorization ?? headers.cookie ?? `${socket.remoteAddress}`)
    .digest('base64');

/** The order in which servers are asked: the one where the client has just written, then those that are ready, in turn. */
function createOrder(targets) {
  let next = 0;
  const writers = new Map();
  return {
    for(incoming) {
      next = (next + 1) % targets.length;
      const turned = [...targets.slice(next), ...targets.slice(0, next)];
      const own = writers.get(writerOf(incoming));
      const rank = (target) =>
        (target.isReady ? 0 : 2) + (own?.target === target && own.until > Date.now() ? 0 : 1);
      return turned.sort((one, other) => rank(one) - rank(other));
    },
    wrote(incoming, target) {
      const writer = writerOf(incoming);
      writers.delete(writer);
      writers.set(writer, { target, until: Date.now() + ownMs });
      if (writers.size > maxWriters) writers.delete(writers.keys().next().value);
    },
  };
}

/**
 * Listens, and looks at each server again and again. Resolves when it has looked at all of them once.
 * @param {{ port: number, host?: string, to: readonly string[] }} options
 */
export async function startBalancer({ port, host = '127.0.0.1', to }) {
  const targets = to.map((url) => new Target(url));
  const order = createOrder(targets);

  async function answer(incoming, outgoing) {
    const body = readOnly.has(incoming.method)
      ? { kept: Buffer.alloc(0), isWhole: true }
      : await bodyOf(incoming);
    for (const until = Date.now() + holdMs; ; await sleep(lookEveryMs)) {
      for (const target of order.for(incoming)) {
        if (outgoing.destroyed) return;
        const status = await pass(incoming, outgoing, { target, body });
        if (status === null) continue;
        if (!readOnly.has(incoming.method) && status < 500) order.wrote(incoming, target);
        return;
      }
      if (Date.now() >= until) return refuse(outgoing, 503, 'No server is ready.');
    }
  }
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve());
  });
  await Promise.all(targets.map((target) => target.look()));
  for (const target of targets) void target.watch();
  const place = server.address();
  return {
    url: `http://${host}:${place.port}`,
    close() {
      for (const target of targets) target.isWatched = false;
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
