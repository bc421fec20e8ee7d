import { createApi } from '@countersign/client/api';
import { createDownload, createHttp } from '@countersign/client/http';
import { createSessionProof } from '@countersign/client/session-proof';
import type { RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { browserPorts } from '../live/session/browser-ports.ts';

const baseUrl = 'http://bff.test';

/** A request that a component sent: its path with its query, and its body as JSON (null = none). */
export interface SentRequest {
  method: string;
  path: string;
  body: unknown;
}

/**
 * The server's interface as a component reaches it: the real calls and their HTTP, answered by the handlers of a test. A request
 * that none of them answers fails. To be called once a file, at its top.
 */
export function apiServer() {
  const network = setupServer();
  const sent: SentRequest[] = [];
  network.events.on('request:start', ({ request }) => {
    const { pathname, search } = new URL(request.url);
    const row: SentRequest = { method: request.method, path: pathname + search, body: null };
    sent.push(row);
    void request
      .clone()
      .text()
      .then((text) => {
        if (text !== '') row.body = JSON.parse(text);
      });
  });
  beforeAll(() => network.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => {
    network.resetHandlers();
    sent.length = 0;
  });
  afterAll(() => network.close());
  const ports = browserPorts();
  const line = { baseUrl, ports, proof: createSessionProof(ports) };
  return {
    api: createApi(createHttp({ ...line, onDate: () => {} }), createDownload(line), 'tab-1'),
    answer: (...handlers: RequestHandler[]) => network.use(...handlers),
    /** What was sent since the test began, in order. */
    sent,
  };
}
