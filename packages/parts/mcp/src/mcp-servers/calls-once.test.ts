import { randomUUID } from 'node:crypto';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { openWorkshop, type Workshop } from '@countersign/bff/testing/workshop';
import type { JsonObject } from '@countersign/json/json-object';
import type { ServerTool } from '@countersign/testkit/mcp-server';
import { afterEach, beforeEach, expect, it } from 'vitest';

let shop: Workshop;
/** How often the tool was executed. */
let executed: number;
beforeEach(() => {
  executed = 0;
});
afterEach(() => shop.close());

const send: ServerTool = {
  listed: {},
  async call() {
    executed += 1;
    return { content: [{ type: 'text', text: 'sent' }] };
  },
};

/** Executed with its second call, which has what it asked for, and never done with it. */
const needing = (method: string, params: JsonObject): ServerTool => ({
  listed: {},
  async call({ context }) {
    if (context.mcpReq.inputResponses === undefined) {
      return { resultType: 'input_required', inputRequests: { it: { method, params } } };
    }
    executed += 1;
    return new Promise(() => {});
  },
});

const control = (taskId: string, action: 'pause' | 'resume') =>
  shop.harness().request('POST', `/api/tasks/${taskId}/control`, {
    action,
    idempotencyKey: randomUUID(),
  });

const attempts = async (): Promise<number> => {
  const { journal } = shop.harness().services;
  const row = await journal.read.get<{ most: number }>(
    'SELECT MAX(attempts) AS most FROM decisions',
  );
  return row?.most ?? 0;
};

const joinedAgain = (taskId: string) =>
  shop.harness().until(() =>
    shop
      .harness()
      .facts(taskId, 'countersign.agent')
      .some(({ detail }) => detail === 'Joined again.'),
  );

const expectLost = async (taskId: string) => {
  await expect.poll(() => executed).toBe(1);
  await shop.restart();
  await shop.harness().untilStatus(taskId, 'failed');
  expect(shop.resultOf(taskId)).toMatchObject({
    error: expect.stringContaining('it is not called a second time'),
  });
  expect(executed).toBe(1);
};

it('a restart while a tool is called again with the answer of a person does not call it once more', async () => {
  const requestedSchema = { type: 'object', properties: { colour: { type: 'string' } } };
  const asks = needing('elicitation/create', { message: 'Which?', requestedSchema });
  shop = await openWorkshop('current', { paint: asks });
  const taskId = await shop.call('paint');
  const prompt = await shop.harness().untilPrompt(taskId, 'open');
  await shop.decide(prompt, { type: 'edit', content: { value: { colour: 'r' } } });
  await expectLost(taskId);
});

it('nor while it is called again with configured roots, which nobody is asked for', async () => {
  const mcp = { direct: ['look'], roots: [{ uri: 'file:///srv/paint' }] };
  shop = await openWorkshop('current', { look: needing('roots/list', {}) }, { mcp });
  const taskId = await shop.call('look');
  await expectLost(taskId);
  expect(JSON.stringify(shop.events(taskId))).toContain('is called again with what it asked for.');
});

it('a held call is not made before it is released: restarts before and after its approval change nothing', async () => {
  shop = await openWorkshop('current', { send }, { mcp: {}, maxAttempts: 1_000 });
  const taskId = await shop.call('send');
  const prompt = await shop.harness().untilPrompt(taskId, 'open');
  await control(taskId, 'pause');
  await shop.harness().untilStatus(taskId, 'held');
  await shop.restart();
  await joinedAgain(taskId);
  await shop.decide(prompt, { type: 'approve' });
  await expect.poll(attempts).toBeGreaterThan(0);
  await shop.restart();
  expect(executed).toBe(0);
  await control(taskId, 'resume');
  await shop.harness().untilStatus(taskId, 'finished');
  expect(executed).toBe(1);
});

it('the answer to a held call is sent again until the call continues, and is never given up', async () => {
  const clock = createManualClock();
  shop = await openWorkshop('current', { send }, { mcp: {}, maxAttempts: 1, clock });
  const taskId = await shop.call('send');
  const prompt = await shop.harness().untilPrompt(taskId, 'open');
  await control(taskId, 'pause');
  await shop.harness().untilStatus(taskId, 'held');
  await shop.restart();
  await joinedAgain(taskId);
  await shop.decide(prompt, { type: 'approve' });
  await expect
    .poll(() => {
      clock.advance(5_000);
      return attempts();
    })
    .toBeGreaterThan(2);
  await control(taskId, 'resume');
  await shop.harness().untilStatus(taskId, 'finished');
  expect(executed).toBe(1);
  const changes = shop
    .harness()
    .facts(taskId, 'countersign.decision')
    .map(({ change }) => change);
  expect(changes).toContain('acknowledged');
  expect(changes).not.toContain('undeliverable');
});
