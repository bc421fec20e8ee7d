import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A network between browser and server that a test can take away: plain TCP, so that streams really break. */
export interface LossyNetwork {
  /** The server as it is reached through this network. */
  url: string;
  /** Every connection breaks, and none can be made. */
  cut(): void;
  /** Bytes stop in both directions and nobody is told, as when a cable is pulled. */
  stall(): void;
  restore(): void;
  close(): Promise<void>;
}

export async function lossyNetwork(to: string): Promise<LossyNetwork> {
  const target = new URL(to);
  const sockets = new Set<Socket>();
  let state: 'up' | 'cut' | 'stalled' = 'up';
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      // What is pulled out under a connection is an error on both sides, and expected.
      from.on('error', () => into.destroy());
      from.on('close', () => {
        sockets.delete(from);
        if (state !== 'stalled') into.destroy();
      });
      from.on('end', () => into.end());
      from.on('data', (bytes) => {
        if (!into.write(bytes)) from.pause();
      });
      into.on('drain', () => state !== 'stalled' && from.resume());
    }
    if (state === 'stalled') for (const socket of [near, far]) socket.pause();
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
      for (const socket of sockets) socket.pause();
    },
    restore() {
      // What was stalled stays lost: its connections are gone, only new ones work.
      if (state === 'stalled') drop();
      state = 'up';
    },
    close: () =>
      new Promise((resolve) => {
        drop();
        server.close(() => resolve());
      }),
  };
}
