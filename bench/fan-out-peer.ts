import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSseParser } from '@countersign/hai/sse';

// A fan-out without a journal, in a process of its own: plain Node, one buffer per window for all readers; or Hono, an event at a time.
const [kind = 'plain', source = ''] = process.argv.slice(2);
const windowMs = 16;

function follow(onEvent: (data: string) => void): void {
  const parser = createSseParser({ onFrame: ({ data }) => onEvent(data) });
  get(source, (response) => {
    response.setEncoding('utf8').on('data', (text: string) => parser.feed(text));
  });
}

function startPlain(): void {
  const readers = new Set<ServerResponse>();
  let text = '';
  let id = 0;
  let isArmed = false;
  const flush = () => {
    isArmed = false;
    const buffer = Buffer.from(text);
    text = '';
    for (const reader of readers) reader.write(buffer);
  };
  follow((data) => {
    id += 1;
    text += `id: ${id}\ndata: ${data}\n\n`;
    if (isArmed) return;
    isArmed = true;
    setTimeout(flush, windowMs);
  });
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    readers.add(response);
    request.on('close', () => readers.delete(response));
  });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`listens on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
}

async function startHono(): Promise<void> {
  const folder = new URL('../e2e/interop/ai-sdk/node_modules/', import.meta.url);
  const from = (path: string) => import(new URL(path, folder).href);
  const { Hono } = await from('hono/dist/index.js');
  const { streamSSE } = await from('hono/dist/helper/streaming/index.js');
  const { serve } = await from('@hono/node-server/dist/index.mjs');
  type Stream = { writeSSE(message: object): Promise<void>; onAbort(done: () => void): void };
  const readers = new Set<Stream>();
  let id = 0;
  follow((data) => {
    id += 1;
    for (const reader of readers) void reader.writeSSE({ id: `${id}`, data });
  });
  const app = new Hono();
  app.get('/', (context: unknown) =>
    streamSSE(context, async (stream: Stream) => {
      readers.add(stream);
      await new Promise<void>((resolve) => stream.onAbort(resolve));
      readers.delete(stream);
    }),
  );
  serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }: { port: number }) => {
    process.stdout.write(`listens on http://127.0.0.1:${port}\n`);
  });
}

if (kind === 'hono') await startHono();
else startPlain();
process.on('SIGTERM', () => process.exit(0));
