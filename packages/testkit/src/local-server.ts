import type { Server } from 'node:net';

/** A server of a test on a free port of this machine. */
export interface LocalServer {
  port: number;
  /** `http://127.0.0.1:<port>`, without a path. */
  origin: string;
  /** Closes all connections, and resolves when none is open. */
  close(): Promise<void>;
}

/** Opens a port for a server of node:http, node:https or node:net. */
export async function listenLocally(
  server: Server & { closeAllConnections?: () => void },
): Promise<LocalServer> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections?.();
      }),
  };
}
