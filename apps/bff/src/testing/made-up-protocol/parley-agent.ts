import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { JsonObject } from '@countersign/json/json-object';
import { parseJsonObject } from './parse-line.ts';

/** One POST of the server, from the agent's side. */
interface Posted {
  path: string;
  body: JsonObject;
  secret: string | undefined;
}

/** An agent of plain node:http that speaks Parley. */
export interface ParleyAgent {
  url: string;
  /** Everything it was sent, in order. */
  posts: Posted[];
  /** The n-th POST to a path that ends so, as soon as it is there. */
  posted(end: string, index: number): Promise<Posted>;
  /** Says a line in the turn that is going on. */
  say(line: JsonObject): void;
  end(): void;
  /** Breaks the connection. */
  cut(): void;
  close(): Promise<void>;
}

/** What a turn begins with. */
const tape = readFileSync(new URL('./parley.tape.ndjson', import.meta.url), 'utf8');

export async function startParleyAgent(): Promise<ParleyAgent> {
  const posts: Posted[] = [];
  let waiting: (() => void)[] = [];
  let turn: ServerResponse | null = null;
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const path = request.url ?? '';
    const body = parseJsonObject(text) ?? {};
    const secret = request.headers['x-secret'];
    posts.push({ path, body, secret: typeof secret === 'string' ? secret : undefined });
    if (path === '/turns') {
      response.writeHead(200, {
        'content-type': 'application/vnd.parley+lines',
        'parley-keeps': 'turns',
      });
      turn = response;
      response.flushHeaders();
      if (body['since'] === undefined) response.write(tape);
    } else response.writeHead(202).end();
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/turns`,
    posts,
    async posted(end, index) {
      for (;;) {
        const found = posts.filter(({ path }) => path.endsWith(end))[index];
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    say: (line) => void turn?.write(`${JSON.stringify(line)}\n`),
    end: () => void turn?.end(),
    cut: () => void turn?.destroy(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
