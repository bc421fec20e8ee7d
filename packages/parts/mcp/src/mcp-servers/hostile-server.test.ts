import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startHarness } from '@countersign/bff/testing/harness';
import { openWorkshop } from '@countersign/bff/testing/workshop';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { customName } from '@countersign/hai/event';
import { afterEach, expect, it } from 'vitest';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it.each([
  [200, 'application/json'],
  [500, 'text/event-stream'],
])('a body with blank lines is cut off when it is too large: %i, %s', async (status, type) => {
  const lines = Buffer.from(`${' '.repeat(65_534)}\n\n`);
  const whole: boolean[] = [];
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': type });
    let left = 512;
    const write = () => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(lines)) return;
      }
      response.end();
    };
    response.on('drain', write);
    response.once('close', () => whole.push(response.writableFinished));
    write();
  });
  const url = `${await listen(server)}/mcp`;
  const hostile = agentDescriptorSchema.parse({
    id: 'hostile',
    name: 'Hostile',
    protocol: 'mcp',
    url,
    mcp: {},
  });
  const harness = await startHarness({ agents: [hostile] });
  closing.push(() => harness.close());
  const { body } = await harness.request('GET', '/api/agents/hostile/card');
  expect(body['card']).toBeNull();
  await expect.poll(() => whole.length).toBeGreaterThan(0);
  expect(whole).not.toContain(true);
});

it('a sampling request that its server gives up ends at the model, and is not reviewed', async () => {
  let asked = 0;
  let left = 0;
  const model = createServer((request, response) => {
    request.resume();
    asked += 1;
    response.once('close', () => {
      left += 1;
    });
  });
  const samplingModel = { url: `${await listen(model)}/v1`, model: 'llama-3.3', key: null };
  const stopWaiting = new AbortController();
  const messages = [{ role: 'user', content: { type: 'text', text: 'A colour?' } }];
  const params = { messages, maxTokens: 20 };
  const shop = await openWorkshop(
    '2025',
    {
      think: {
        listed: {},
        async call({ context }) {
          const method = 'sampling/createMessage' as 'elicitation/create';
          const options = { signal: stopWaiting.signal, timeout: 600_000 };
          await context.mcpReq.send({ method, params }, options).catch(() => {});
          await expect.poll(() => left).toBe(1);
          return { content: [{ type: 'text', text: 'done without' }] };
        },
      },
    },
    { samplingModel },
  );
  closing.push(() => shop.close());
  const taskId = await shop.call('think');
  await shop.decide(await shop.harness().untilPrompt(taskId, 'open'), { type: 'approve' });
  await expect.poll(() => asked).toBe(1);
  stopWaiting.abort();
  await shop.harness().untilStatus(taskId, 'finished');
  expect(shop.resultOf(taskId)).toMatchObject({ content: 'done without' });
  const questions = shop
    .events(taskId)
    .filter((event) => event.type === 'CUSTOM' && event.name === customName.ask);
  expect(questions).toHaveLength(1);
});

it('what a server asks while its call is held is refused when too much of it has not been read', async () => {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const answers: unknown[] = [];
  const shop = await openWorkshop('2025', {
    ask: {
      listed: {},
      async call({ context }) {
        await held;
        const message = 'Why? '.repeat(20_000);
        const requestedSchema = { type: 'object' as const, properties: {} };
        const asking = Array.from({ length: 45 }, async () => {
          const params = { message, requestedSchema };
          const request = { method: 'elicitation/create' as const, params };
          answers.push(await context.mcpReq.send(request, { timeout: 600_000 }));
        });
        await Promise.allSettled(asking);
        return {};
      },
    },
  });
  closing.push(() => shop.close());
  const taskId = await shop.call('ask');
  await shop.harness().untilEvent(taskId, ({ type }) => type === 'TOOL_CALL_END');
  const pause = { action: 'pause', idempotencyKey: randomUUID() };
  await shop.harness().request('POST', `/api/tasks/${taskId}/control`, pause);
  await shop.harness().untilStatus(taskId, 'held');
  go();
  await expect.poll(() => answers.length, { timeout: 15_000 }).toBeGreaterThan(0);
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set(['{"action":"cancel"}']),
  );
});
