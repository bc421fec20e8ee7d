import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { brotliCompressSync, constants, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { detectedProtocol } from '@countersign/adapters/detected-protocol';
import { haiProtocol } from '@countersign/adapters/hai/protocol';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { afterEach, describe, expect, it } from 'vitest';
import { openAgentStream } from './agent-stream.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const threadId = '7f3b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';

async function open(reply: (response: ServerResponse, body: string) => void, protocol?: 'hai') {
  server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    reply(response, text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const agent = agentDescriptorSchema.parse({
    id: 'planner',
    name: 'Planner',
    url: `http://127.0.0.1:${port}/`,
  });
  return openAgentStream({
    agent,
    request: (protocol === 'hai' ? haiProtocol : detectedProtocol).start(agent, {
      threadId,
      runId: 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
      messages: [{ id: 'message-1', role: 'user', content: 'Hello' }],
    }),
    signal: new AbortController().signal,
    answerMs: 5_000,
    clock: createManualClock(),
  });
}

const frame = 'data: {"type":"RUN_STARTED"}\n\n';
async function readAll(stream: Awaited<ReturnType<typeof open>>): Promise<string> {
  let text = '';
  for (;;) {
    const chunk = await stream.next();
    if (chunk === null) return text;
    text += chunk;
  }
}

describe('the type of an answer', () => {
  it.each([
    'text/event-stream',
    'Text/Event-Stream; charset=utf-8',
    'TEXT/EVENT-STREAM ;charset=UTF-8',
  ])('accepts %s as an event stream', async (type) => {
    const stream = await open((response) =>
      response.writeHead(200, { 'content-type': type }).end(frame),
    );
    expect(await readAll(stream)).toBe(frame);
  });

  it.each(['text/event-streams', 'application/json'])('does not take %s', (type) =>
    expect(
      open((response) => response.writeHead(200, { 'content-type': type }).end(frame)),
    ).rejects.toMatchObject({ code: 'not-a-stream' }),
  );
});

describe('a compressed stream', () => {
  it.each([
    ['gzip', gzipSync(frame)],
    ['GZIP', gzipSync(frame)],
    ['deflate', deflateSync(frame)],
    ['br', brotliCompressSync(frame)],
  ])('is read: %s', async (encoding, bytes) => {
    const stream = await open((response) =>
      response
        .writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': encoding })
        .end(bytes),
    );
    expect(await readAll(stream)).toBe(frame);
  });

  it('is read as it is flushed, not at its end', async () => {
    const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
    const stream = await open((response) => {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'content-encoding': 'gzip',
      });
      gzip.pipe(response);
      gzip.write(frame);
    });
    expect(await stream.next()).toBe(frame);
    gzip.destroy();
    stream.destroy();
  });

  it('cuts off a body that expands without end', async () => {
    const stream = await open((response) => {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'content-encoding': 'br',
      });
      response.end(
        brotliCompressSync(Buffer.alloc(80 * 1024 * 1024, 'a'), {
          params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
        }),
      );
    });
    await expect(readAll(stream)).rejects.toMatchObject({ code: 'encoding' });
  });

  it('is reported if it cannot be read', async () => {
    const stream = await open((response) =>
      response
        .writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
        .end('this is not gzip'),
    );
    await expect(readAll(stream)).rejects.toMatchObject({
      code: 'encoding',
      message: expect.stringContaining('cannot be read'),
    });
  });

  it('closes the agent’s connection with the stream', async () => {
    let closed: Promise<unknown> | null = null;
    const stream = await open((response) => {
      closed = once(response, 'close');
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'content-encoding': 'gzip',
      });
      response.flushHeaders();
    });
    stream.destroy();
    await closed;
    await expect(stream.next()).rejects.toMatchObject({ message: expect.any(String) });
  });
});

it('sends a body that readers of AG-UI accept, unless the agent is known to use HAI', async () => {
  const bodies: string[] = [];
  const reply = (response: ServerResponse, body: string) => {
    bodies.push(body);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(frame);
  };
  await readAll(await open(reply));
  expect(JSON.parse(bodies[0] ?? '')).toMatchObject({
    threadId,
    state: {},
    tools: [],
    context: [],
    forwardedProps: {},
  });
});
