import { silent } from '@countersign/server/telemetry/telemetry';
import { afterEach, expect, it } from 'vitest';
import { describeAgent, type Harness, startHarness } from '../testing/harness.ts';
import { type ScriptedAgent, startScriptedAgent, upMessage } from '../testing/scripted-agent.ts';

let harness: Harness | null = null;
let agent: ScriptedAgent | null = null;
afterEach(async () => {
  await harness?.close();
  await agent?.close();
});

it('announces an answer once, and only if it was recorded', async () => {
  const reported: unknown[] = [];
  agent = await startScriptedAgent();
  harness = await startHarness({
    agents: [describeAgent(agent)],
    telemetry: {
      ...silent,
      notify: (_, what, { promptId, deliveryId }) => reported.push({ what, promptId, deliveryId }),
    },
  });
  const { request } = harness;
  const { taskId, runId } = await harness.start();
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId });
  const messageId = 'call_Yk3fQ0b7s9XvT2mLpR4eWz1aB';
  run.send(upMessage(taskId, { messageId, state: 'needsHumanDecision' }));
  const { id: promptId, digest } = await harness.untilPrompt(taskId, 'open');
  const answer = {
    feedback: { type: 'approve' },
    digest,
    idempotencyKey: 'answer-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  };
  const send = (body: object) =>
    request('POST', `/api/prompts/${encodeURIComponent(promptId)}/decisions`, body);
  const other = { ...answer, idempotencyKey: 'answer-7c9e6679-7425-40de-944b-e07fc1f90ae7' };
  expect((await send({ ...other, digest: `${digest}0` })).status).toBe(412);
  const { status, body } = await send(answer);
  expect(status).toBe(201);
  expect((await send(answer)).body).toMatchObject({ decisionId: body.decisionId });
  expect((await send(other)).status).toBe(409);
  const what = 'An answer was given.';
  expect(reported.filter((one) => JSON.stringify(one).includes(what))).toEqual([
    { what, promptId, deliveryId: body.decisionId },
  ]);
});
