import { type AskedToPay, startAskedToPay } from '@countersign/bff/testing/asked-to-pay';
import type { Harness } from '@countersign/bff/testing/harness';
import { afterEach, expect, it } from 'vitest';

let server: AskedToPay;
let harness: Harness;
afterEach(() => server.close());

const lead = 'lead-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';

async function setUp() {
  server = await startAskedToPay({ id: lead }, { id: 'helper' });
  harness = server.harness;
  return { ...(await server.begin()), ask: server.ask };
}

const figures = async (id: string) =>
  (await harness.request('GET', `/api/agents/${id}/figures`)).body;

it('counts the work of an agent by its connection, and not what others send in its name', async () => {
  const { taskId, run, ask } = await setUp();
  const nothing = {
    tasks: { all: 0, going: 0 },
    runs: { all: 0, failed: 0 },
    openPrompts: { blocking: 0, followup: 0 },
    answers: { people: 0, rules: 0, defaults: 0 },
    deliveries: { waiting: 0, delivered: 0, failed: 0 },
    anomalies: 0,
    actedThrough: null,
  };
  expect(await figures('helper')).toEqual(nothing);
  ask('call_Yk3Xr0T9vQm2LpB7sNaW4dHc1');
  const prompt = await harness.untilPrompt(taskId, 'open');
  const answered = await harness.request('POST', `/api/prompts/${prompt.id}/decisions`, {
    digest: prompt.digest,
    idempotencyKey: 'once-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
    feedback: { type: 'approve' },
  });
  expect(answered.status).toBe(201);
  // The lead acts for the helper: this is attributed to the lead, and is no contact of the helper.
  ask('call_Hc9mZ4eR1uKf6jPy3VoDt8Sw2', { metadata: { agentId: 'helper' } });
  await harness.untilPrompt(taskId, 'open');
  run.send({ type: 'RUN_ERROR', message: 'Out of memory' });
  await harness.untilStatus(taskId, 'failed');
  expect(await figures(lead)).toMatchObject({
    tasks: { all: 1, going: 0 },
    runs: { all: 1, failed: 1 },
    answers: { people: 1, rules: 0, defaults: 0 },
    actedThrough: null,
  });
  expect(await figures('helper')).toEqual({
    ...nothing,
    actedThrough: { agentId: lead, taskId, at: expect.any(Number) },
  });
});

it('has no figures for an unknown agent', async () => {
  await setUp();
  expect((await harness.request('GET', '/api/agents/nobody/figures')).status).toBe(404);
});
