import { createServer } from 'node:http';
import { listenLocally } from './local-server.ts';
import type { Tape } from './tape.ts';

/** A server that answers as the real agent on a tape did. */
export interface TapeAgent {
  url: string;
  /** The request bodies it received, in order; a request on the tape is what made the real agent continue. */
  requests: unknown[];
  close(): Promise<void>;
}

/** Serves the replies of a tape in their order, for any requests; ids in the replies stay those of the tape. Further requests get 410. */
export async function startTapeAgent(tape: Tape): Promise<TapeAgent> {
  const requests: unknown[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const exchange = tape.exchanges[requests.length];
    requests.push(text === '' ? null : JSON.parse(text));
    if (exchange === undefined) {
      response.writeHead(410).end('the tape is over');
      return;
    }
    response.writeHead(exchange.response.status, exchange.response.headers);
    response.end(exchange.response.text);
  });
  const { origin, close } = await listenLocally(server);
  return {
    url: `${origin}/`,
    requests,
    close,
  };
}
