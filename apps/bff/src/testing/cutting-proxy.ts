import { connect, createServer, type Socket } from 'node:net';

/**
 * A TCP proxy in front of PostgreSQL that cuts the connection at a commit: `before` it reaches the database, or `after` the database
 * has answered it and before the answer reaches anyone.
 */
export async function startCuttingProxy(target: string) {
  const { hostname, port } = new URL(target);
  let cut: 'before' | 'after' | null = null;
  let refuses = false;
  let delayMs = 0;
  /** Passes on later, in order. */
  const later = (work: () => void) => {
    if (delayMs === 0) work();
    else setTimeout(work, delayMs);
  };
  const sockets = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let reportConnection = () => {};
  const server = createServer((near) => {
    if (refuses) return void near.destroy();
    reportConnection();
    const far = connect(Number(port), hostname);
    let isCutting = false;
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    near.on('data', (bytes) => {
      if (cut !== null && bytes.includes('COMMIT')) {
        if (cut === 'before') end();
        else isCutting = true;
        cut = null;
      }
      later(() => {
        if (!far.destroyed) far.write(bytes);
      });
    });
    far.on('data', (bytes) => {
      if (isCutting) end();
      else if (!silent.has(near)) {
        later(() => {
          if (!near.destroyed) near.write(bytes);
        });
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  const url = new URL(target);
  if (typeof address === 'object' && address !== null) url.port = String(address.port);
  return {
    url: url.href,
    /** Cuts the connection at the next commit; and refuses new ones until `restore` if the database is to be `away` afterwards. */
    cutAtCommit(when: 'before' | 'after', { away = false } = {}) {
      cut = when;
      refuses = away;
    },
    /** From now on each packet is passed on so much later, in both directions. */
    slowDown(ms: number) {
      delayMs = ms;
    },
    /** Cuts every connection, and refuses new ones until `restore`. */
    goAway() {
      refuses = true;
      for (const socket of sockets) socket.destroy();
    },
    restore() {
      refuses = false;
    },
    /** Resolves with the next connection, of which nothing has been passed on yet. */
    nextConnection: () =>
      new Promise<void>((resolve) => {
        reportConnection = resolve;
      }),
    /** Over the connections that exist, nothing comes back any more, as in a network that is divided. */
    silence() {
      for (const socket of sockets) silent.add(socket);
    },
    /** Cuts every connection. */
    cutAll() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
