import { binaryMediaTypes } from '@countersign/hai/binary/binary-body';
import { expect, it } from 'vitest';
import { type AgentOptions, createAgent } from './agent.ts';
import { childEvents } from './child-stream.ts';
import { systemClock } from './clock.ts';
import { serve } from './node-server.ts';

const { msgpack, protobuf } = binaryMediaTypes;

/** The media type in which an agent answers a caller that accepts `accept`. */
async function formatFor(accept: string, options: Partial<AgentOptions>): Promise<string | null> {
  const agent = createAgent({
    id: 'a',
    name: 'A',
    run: (context) => context.say('hi'),
    ...options,
  });
  const body = JSON.stringify({ threadId: 't-1', runId: 'r-1', messages: [] });
  const headers = { 'content-type': 'application/json', accept };
  const request = new Request('http://127.0.0.1/', { method: 'POST', headers, body });
  const response = await agent.fetch(request);
  await response.body?.cancel();
  await agent.close();
  return response.headers.get('content-type');
}

const sse = 'text/event-stream; charset=utf-8';
const all = `text/event-stream, ${msgpack}, ${protobuf}`;

it.each([
  [all, {}, sse],
  ['*/*', { stream: 'protobuf' }, sse],
  [all, { stream: 'protobuf' }, protobuf],
  [all, { stream: 'msgpack' }, msgpack],
  [all, { stream: 'msgpack', protocol: 'ag-ui' }, sse],
  [protobuf, {}, protobuf],
  [`${all.replace(protobuf, `${protobuf};q=0`)}`, { stream: 'protobuf' }, sse],
  [`${protobuf.toUpperCase()}, text/event-stream;q=0.5`, { stream: 'protobuf' }, protobuf],
  [`text/event-stream;q=0, */*, ${msgpack};q=0.5`, {}, msgpack],
] as const)('accepted: %s, agent: %j, sent: %s', async (accept, options, sent) => {
  expect(await formatFor(accept, options)).toBe(sent);
});

it.each(['msgpack', 'protobuf'] as const)('an agent reads another one in %s', async (stream) => {
  const agent = createAgent({
    id: 'a',
    name: 'A',
    stream,
    run: (context) => context.say('Grüße 😀'),
  });
  const served = await serve(agent.fetch, { port: 0 });
  const input = { threadId: 't-1', runId: 'r-1', messages: [] };
  const options = { clock: systemClock, signal: new AbortController().signal };
  const texts: unknown[] = [];
  for await (const event of childEvents({ id: 'a', url: `${served.url}/` }, input, options)) {
    if (event.type === 'BUSINESS_DATA_CONTENT') texts.push(event.delta);
  }
  expect(texts).toEqual(['Grüße 😀']);
  await agent.close();
  await served.close();
});
