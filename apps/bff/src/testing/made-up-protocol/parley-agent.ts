import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { JsonObject } from '@countersign/json/json-object';
import { createArrivals } from '@countersign/testkit/arrivals';
import { listenLocally } from '@countersign/testkit/local-server';
import { parseJsonObject } from './parse-line.ts';

/** One POST of the server, from the agent's side. */
interface Posted {
  path: string;
  body: JsonObject;
  secret: string | undefined;
}

/** An agent of plain node:http that uses Parley. */
export interface ParleyAgent {
  url: string;
  /** Everything it was sent, in order. */
  posts: Posted[];
  /** The n-th POST to a path with this end, as soon as it is there. */
  posted(end: string, index: number): Promise<Posted>;
  /** Sends a line in the current turn. */
  say(line: JsonObject): void;
  end(): void;
  /** Breaks the connection. */
  cut(): void;
  close(): Promise<void>;
}

/** The first lines of a turn. */
const tape = readFileSync(new URL('./parley.tape.ndjson', import.meta.url), 'utf8');

export async function startParleyAgent(): Promise<ParleyAgent> {
  const posts: Posted[] = [];
  const arrivals = createArrivals();
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
    arrivals.announce();
  });
  const { origin, close } = await listenLocally(server);
  return {
    url: `${origin}/turns`,
    posts,
    posted: (end, index) =>
      arrivals.until(() => posts.filter(({ path }) => path.endsWith(end))[index]),
    say: (line) => void turn?.write(`${JSON.stringify(line)}\n`),
    end: () => void turn?.end(),
    cut: () => void turn?.destroy(),
    close,
  };
}
