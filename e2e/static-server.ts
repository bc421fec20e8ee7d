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
  '.woff2': 'font/woff2',
};

export interface StaticServer {
  url: string;
  /** Requested paths without a file: a plain host would answer 404. */
  missed: string[];
  close(): Promise<void>;
}

/** Serves a folder as a plain file host does, with index.html for addresses of the console. */
export async function serveFolder(folder: string): Promise<StaticServer> {
  const missed: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const file = normalize(pathname === '/' ? '/index.html' : pathname);
    const send = async (path: string) => {
      const body = await readFile(join(folder, path));
      response.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(body);
    };
    try {
      await send(file);
    } catch {
      const isPage = request.headers.accept?.includes('text/html') === true;
      if (!isPage) missed.push(pathname);
      await (isPage ? send('/index.html') : response.writeHead(404).end());
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
