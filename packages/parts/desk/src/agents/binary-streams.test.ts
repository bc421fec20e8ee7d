import { createServer, type ServerResponse } from 'node:http';
import { createAgent } from '@countersign/agent/agent';
import { serve } from '@countersign/agent/node-server';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import {
  type BinaryFormat,
  binaryMediaTypes,
  encodeBinaryFrame,
} from '@countersign/hai/binary/binary-body';
import { listenLocally } from '@countersign/testkit/local-server';
import { afterEach, describe, expect, it } from 'vitest';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const started = '{"type":"RUN_STARTED"}';
const finished = '{"type":"RUN_FINISHED"}';
const said = (delta: unknown) =>
  JSON.stringify({ type: 'BUSINESS_DATA_CONTENT', messageId: 'm-1', delta });

/** A server of ours with one agent that sends these bytes in this format. */
async function listenTo(
  format: BinaryFormat,
  send: (response: ServerResponse) => void,
  headers: Record<string, string> = {},
): Promise<{ harness: Harness; taskId: string }> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': binaryMediaTypes[format], ...headers });
    send(response);
  });
  const { origin, close } = await listenLocally(server);
  closing.push(close);
  const agent = { id: 'binary', name: 'Binary', protocol: 'hai', url: `${origin}/` };
  const harness = await startHarness({ agents: [agentDescriptorSchema.parse(agent)] });
  closing.push(() => harness.close());
  const { taskId } = await harness.start('binary');
  return { harness, taskId };
}

const frame = (format: BinaryFormat, id: string, json: string) =>
  encodeBinaryFrame(format, { id, json });

describe.each(['msgpack', 'protobuf'] as const)('%s', (format) => {
  it('an agent of the library streams, is cut off, asks and is answered', async () => {
    const types: (string | null)[] = [];
    const agent = createAgent({
      id: 'binary',
      name: 'Binary',
      stream: format,
      async run(context) {
        const message = await context.message();
        for (const token of ['Grüße, ', '世界 ', '😀']) await message.text(token);
        await message.end();
        const { feedback } = await context.ask({
          state: 'needsHumanDecision',
          ask: 'Pay 12.50?',
          payload: { amount: 12.5 },
        });
        await context.say(`It is ${feedback?.type}.`);
      },
    });
    const handle = async (request: Request) => {
      const response = await agent.fetch(request);
      if (new URL(request.url).pathname === '/') types.push(response.headers.get('content-type'));
      return response;
    };
    let served = await serve(handle, { port: 0 });
    const { port } = served;
    closing.push(() => served.close(), agent.close);
    const harness = await startHarness({ agents: [agent.descriptor(served.url)] });
    closing.push(() => harness.close());
    const { taskId } = await harness.start('binary');
    const prompt = await harness.untilPrompt(taskId, 'open');
    expect(prompt.message.payload).toEqual({ amount: 12.5 });
    await served.close();
    served = await serve(handle, { port });
    await harness.request('POST', `/api/prompts/${prompt.id}/decisions`, {
      feedback: { type: 'approve' },
      digest: prompt.digest,
      idempotencyKey: `answer-${prompt.id}`,
    });
    await harness.untilStatus(taskId, 'finished');
    const texts = harness
      .events(taskId)
      .flatMap(({ event }) => (event.type === 'BUSINESS_DATA_CONTENT' ? [event.delta] : []));
    // The first is the operator's.
    expect(texts.slice(1).join('')).toBe('Grüße, 世界 😀It is approve.');
    expect(new Set(types)).toEqual(new Set([binaryMediaTypes[format]]));
    expect(types.length).toBeGreaterThan(1);
    expect(harness.facts(taskId, 'countersign.anomaly')).toEqual([]);
  });

  it('a frame that cannot be read, and one that is too long, are reported, and the stream continues', async () => {
    const { harness, taskId } = await listenTo(format, (response) => {
      response.write(frame(format, '1', started));
      const cut = frame(format, '2', said({ a: [1, 2, 3] })).slice(0, -4);
      new DataView(cut.buffer).setUint32(0, cut.length - 4);
      response.write(cut);
      response.write(frame(format, '3', said('x'.repeat(1_100_000))));
      response.end(frame(format, '4', finished));
    });
    await harness.untilStatus(taskId, 'finished');
    const anomalies = JSON.stringify(harness.facts(taskId, 'countersign.anomaly'));
    expect(anomalies).toContain('A binary frame: it ends in the middle of a value.');
    expect(anomalies).toContain('and the limit is 1048576');
  });

  it('a web page under this type is no stream', async () => {
    const { harness, taskId } = await listenTo(format, (response) =>
      response.end('<!doctype html><title>Sign in</title>'),
    );
    await harness.untilStatus(taskId, 'lost');
    expect(JSON.stringify(harness.events(taskId))).toContain('and sent something else');
  });

  it('what came in one piece with bytes of another kind is recorded, and nothing more is waited for', async () => {
    const { harness, taskId } = await listenTo(format, (response) => {
      // The connection stays open.
      response.write(
        Buffer.concat([
          frame(format, '1', started),
          frame(format, '2', said('in front of it')),
          Buffer.from('<!doctype html>'),
        ]),
      );
    });
    await harness.untilStatus(taskId, 'lost');
    const sent = JSON.stringify(harness.events(taskId));
    expect(sent).toContain('in front of it');
    expect(sent).toContain('and sent something else');
  });

  it('a connection that ends within a frame is lost, and the run is not finished', async () => {
    const { harness, taskId } = await listenTo(format, (response) => {
      response.write(frame(format, '1', started));
      response.end(frame(format, '2', finished).subarray(0, 7));
    });
    await harness.untilStatus(taskId, 'lost');
    expect(JSON.stringify(harness.events(taskId))).toContain('in the middle of a frame');
  });
});
