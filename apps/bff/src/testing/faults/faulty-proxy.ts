import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that treats connections badly. */
export interface FaultyProxy {
  port: number;
  /** Connections so far, and how many of them were broken by `cut`. */
  counts: { connections: number; cuts: number };
  /** Breaks every connection: with RST, or with FIN as if the peer had ended it. */
  cut(how?: 'reset' | 'end'): void;
  /** Breaks a connection at the n-th byte that comes back from the target, in the middle of what is being sent. */
  cutAfterBytes(bytes: number): void;
  /** Refuses new connections, and breaks the others, until `restore`. */
  goAway(): void;
  /** Nothing passes in either direction until `restore`, and nothing is lost: a network that is divided for a while. */
  hold(): void;
  /** Over the connections that exist, nothing passes any more, and they do not end. */
  silence(): void;
  /** Also over new ones, until `restore`: those opened until then stay dead. */
  silenceAll(): void;
  restore(): void;
  /** Bytes of the target are passed on in pieces of this size, each in a turn of its own; null = as they come. */
  slice(bytes: number | null): void;
  close(): Promise<void>;
}

/** `target`: host and port to connect to, asked for each connection. */
export async function startFaultyProxy(
  target: () => { host: string; port: number },
): Promise<FaultyProxy> {
  const counts = { connections: 0, cuts: 0 };
  const sockets = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  const held: (() => void)[] = [];
  let mode: 'passing' | 'away' | 'holding' | 'silent' = 'passing';
  let sliceBytes: number | null = null;
  let cutAt: number | null = null;

  const server = createServer((near) => {
    if (mode === 'away') return void near.resetAndDestroy();
    counts.connections += 1;
    if (mode === 'silent') silent.add(near);
    const { host, port } = target();
    const far = connect(port, host);
    near.setNoDelay();
    far.setNoDelay();
    const pass = (from: Socket, to: Socket, isBack: boolean) => {
      from.on('data', (bytes: Buffer) => {
        if (silent.has(near)) return;
        if (isBack && cutAt !== null && cutAt < bytes.length) {
          const part = bytes.subarray(0, cutAt);
          cutAt = null;
          counts.cuts += 1;
          return void to.end(part, () => from.destroy());
        }
        if (isBack && cutAt !== null) cutAt -= bytes.length;
        const write = () => {
          if (to.destroyed) return;
          if (!isBack || sliceBytes === null) {
            if (!to.write(bytes)) {
              from.pause();
              to.once('drain', () => from.resume());
            }
            return;
          }
          from.pause();
          void sliced(bytes, to, sliceBytes).then(() => from.resume());
        };
        if (mode === 'holding') held.push(write);
        else write();
      });
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        // What was passed on before is still to be read.
        if (!silent.has(near)) to.end();
      });
      sockets.add(from);
    };
    pass(near, far, false);
    pass(far, near, true);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  const breakAll = (how: 'reset' | 'end') => {
    for (const socket of sockets) {
      counts.cuts += 0.5;
      if (how === 'reset') socket.resetAndDestroy();
      else socket.end();
    }
  };
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    counts,
    cut: (how = 'reset') => breakAll(how),
    cutAfterBytes(bytes) {
      cutAt = bytes;
    },
    goAway() {
      mode = 'away';
      breakAll('reset');
    },
    hold() {
      mode = 'holding';
    },
    silence() {
      for (const socket of sockets) silent.add(socket);
    },
    silenceAll() {
      mode = 'silent';
      for (const socket of sockets) silent.add(socket);
    },
    restore() {
      mode = 'passing';
      for (const write of held.splice(0)) write();
    },
    slice(bytes) {
      sliceBytes = bytes;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function sliced(bytes: Buffer, to: Socket, size: number): Promise<void> {
  for (let at = 0; at < bytes.length && !to.destroyed; at += size) {
    to.write(bytes.subarray(at, at + size));
    await new Promise((resolve) => setImmediate(resolve));
  }
}
