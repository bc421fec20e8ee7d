import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import {
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '@countersign/bff/testing/scripted-agent';
import { afterEach, expect, it } from 'vitest';

let harness: Harness;
let agent: ScriptedAgent;
afterEach(async () => {
  await harness?.close();
  await agent?.close();
});

it('is not acknowledged by an agent of another task, and stays due to its own', async () => {
  agent = await startScriptedAgent({ feedbackStatus: () => 500 });
  harness = await startHarness({ agents: [describeAgent(agent)], maxAttempts: 1_000 });
  const mine = await harness.start();
  const other = await harness.start();
  const runs = [await agent.run(0), await agent.run(1)];
  const runOf = (runId: string) => runs.find((run) => run.input.runId === runId)!;
  runOf(mine.runId).send(
    upMessage(mine.taskId, { messageId: 'p1', state: 'needsHumanDecision', ask: 'Shall I?' }),
  );
  const prompt = await harness.untilPrompt(mine.taskId, 'open');
  const { body } = await harness.request(
    'POST',
    `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`,
    { feedback: { type: 'approve' }, digest: prompt.digest, idempotencyKey: 'key-of-first' },
  );
  runOf(other.runId).send(
    upMessage(other.taskId, {
      messageId: 'ack',
      state: 'submitted',
      parentMessageId: body.decisionId,
    }),
  );
  await harness.untilEvent(
    other.taskId,
    (event) => event.type === 'CUSTOM' && event.name === 'upformat.message',
  );
  const after = await harness.request('GET', `/api/prompts/${encodeURIComponent(prompt.id)}`);
  expect(after.body.decision.state).toBe('recorded');
});
