import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network between browser and server that a test can interrupt: plain TCP, so that streams really break. */
export interface LossyNetwork {
  /** The address of the server through this network. */
  url: string;
  /** All connections are closed, and none can be opened. */
  cut(): void;
  /** Bytes stop in both directions and neither side is notified, as when a cable is unplugged. */
  stall(): void;
  /** New connections work; stalled ones stay dead, which shows only when something is written to them. */
  restore(): void;
  close(): Promise<void>;
}

export async function lossyNetwork(to: string): Promise<LossyNetwork> {
  const target = new URL(to);
  const sockets = new Set<Socket>();
  const browserSide = new Set<Socket>();
  const stalled = new Set<Socket>();
  let state: 'up' | 'cut' | 'stalled' = 'up';
  const stallAll = () => {
    for (const socket of sockets) {
      stalled.add(socket);
      socket.pause();
    }
  };
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy();
      return;
    }
    browserSide.add(near);
    const far = connect(Number(target.port), target.hostname);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      // Errors on both sides are expected when a connection is destroyed.
      from.on('error', () => into.destroy());
      from.on('close', () => {
        for (const set of [sockets, browserSide, stalled]) set.delete(from);
        into.destroy();
      });
      from.on('end', () => into.end());
      from.on('data', (bytes) => {
        // A stalled connection no longer exists: writing to it is refused.
        if (stalled.has(from)) from.destroy();
        else if (!into.write(bytes)) from.pause();
      });
      into.on('drain', () => stalled.has(from) || from.resume());
    }
    if (state === 'stalled') stallAll();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    cut() {
      state = 'cut';
      drop();
    },
    stall() {
      state = 'stalled';
      stallAll();
    },
    restore() {
      state = 'up';
      for (const socket of stalled) if (browserSide.has(socket)) socket.resume();
    },
    close: () =>
      new Promise((resolve) => {
        drop();
        server.close(() => resolve());
      }),
  };
}
