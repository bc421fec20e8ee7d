import { openWorkshop, type Workshop } from '@countersign/bff/testing/workshop';
import type { JsonObject } from '@countersign/json/json-object';
import type { ReceivedCall } from '@countersign/testkit/mcp-server';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';

let shop: Workshop;
afterEach(() => shop.close());

const any = z.looseObject({});
const requestedSchema = { type: 'object', properties: { colour: { type: 'string' } } };
const elicitation = { message: 'Which?', requestedSchema, task: { ttl: 600_000 } };
const question = { role: 'user', content: { type: 'text', text: 'Name a colour.' } };

/** Asks as a task; `then` continues with its id. */
async function asTask(
  { context }: ReceivedCall,
  [method, params]: [string, JsonObject],
  then: (taskId: string, ask: (method: string) => Promise<JsonObject>) => Promise<unknown>,
): Promise<JsonObject> {
  const { task } = await context.mcpReq.send({ method, params }, any);
  const { taskId, status } = z.looseObject({ taskId: z.string(), status: z.string() }).parse(task);
  expect(status).toBe('working');
  const ask = (name: string) => context.mcpReq.send({ method: name, params: { taskId } }, any);
  return {
    content: [{ type: 'text', text: JSON.stringify(await then(taskId, ask)) }],
  };
}

it('an elicitation as a task is answered by a person, and read by the server later', async () => {
  shop = await openWorkshop('2025', {
    paint: {
      listed: {},
      call: (received) =>
        asTask(received, ['elicitation/create', elicitation], async (_id, ask) => {
          expect(await ask('tasks/get')).toMatchObject({ status: 'working' });
          const result = await ask('tasks/result');
          return [result, (await ask('tasks/get'))['status']];
        }),
    },
  });
  const taskId = await shop.call('paint');
  const prompt = await shop.harness().untilPrompt(taskId, 'open');
  await shop.decide(prompt, { type: 'edit', content: { value: { colour: 'red' } } });
  await shop.harness().untilStatus(taskId, 'finished');
  expect(shop.resultOf(taskId)).toMatchObject({
    content: JSON.stringify([{ action: 'accept', content: { colour: 'red' } }, 'completed']),
  });
});

it('a sampling as a task is answered by hand; a declined one has failed', async () => {
  const params = { messages: [question], maxTokens: 20, task: {} };
  shop = await openWorkshop('2025', {
    think: {
      listed: {},
      call: (received) =>
        asTask(received, ['sampling/createMessage', params], async (_id, ask) => {
          const result = await ask('tasks/result').catch(() => 'refused');
          return [result, (await ask('tasks/get'))['status']];
        }),
    },
  });
  const answered = await shop.call('think');
  const prompt = await shop.harness().untilPrompt(answered, 'open');
  await shop.decide(prompt, { type: 'edit', content: { value: { text: 'Blue' } } });
  await shop.harness().untilStatus(answered, 'finished');
  expect(JSON.stringify(shop.resultOf(answered))).toContain('Blue');
  const declined = await shop.call('think');
  await shop.decide(await shop.harness().untilPrompt(declined, 'open'), { type: 'reject' });
  await shop.harness().untilStatus(declined, 'finished');
  expect(shop.resultOf(declined)).toMatchObject({ content: '["refused","failed"]' });
});

it('a task that the server cancels is a question that is withdrawn', async () => {
  shop = await openWorkshop('2025', {
    paint: {
      listed: {},
      call: (received) =>
        asTask(received, ['elicitation/create', elicitation], async (_id, ask) => {
          const cancelled = await ask('tasks/cancel');
          const again = await ask('tasks/cancel').catch(() => 'refused');
          return [cancelled['status'], again, (await ask('tasks/list'))['tasks']];
        }),
    },
  });
  const taskId = await shop.call('paint');
  await shop.harness().untilPrompt(taskId, 'withdrawn');
  await shop.harness().untilStatus(taskId, 'finished');
  expect(JSON.stringify(shop.resultOf(taskId))).toContain('[\\"cancelled\\",\\"refused\\",[{');
});
