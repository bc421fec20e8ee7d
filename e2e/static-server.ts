import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.jsonl': 'application/x-ndjson',
  '.woff2': 'font/woff2',
};

export interface StaticServer {
  url: string;
  /** Requested paths without a file. */
  missed: string[];
  close(): Promise<void>;
}

/** Serves a folder as a plain file host does: files, the index.html of a folder, and nothing else. */
export async function serveFolder(folder: string): Promise<StaticServer> {
  const missed: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://host');
    const file = normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    try {
      const body = await readFile(join(folder, file));
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain' }).end(body);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EISDIR') {
        response.writeHead(301, { location: `${pathname}/${search}` }).end();
        return;
      }
      missed.push(pathname);
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    missed,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
