import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import {
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '@countersign/bff/testing/scripted-agent';
import { afterEach, expect, it } from 'vitest';

let harness: Harness;
let agents: ScriptedAgent[] = [];
afterEach(async () => {
  await harness?.close();
  for (const agent of agents) await agent.close();
  agents = [];
});

it('an agent that hangs delays its own answers only', async () => {
  const hanging = await startScriptedAgent({ feedbackStatus: () => 'hang' });
  const quick = await startScriptedAgent();
  agents = [hanging, quick];
  harness = await startHarness({
    agents: [describeAgent(hanging, { id: 'hanging' }), describeAgent(quick, { id: 'quick' })],
  });
  const ask = async (id: string, agent: ScriptedAgent, count: number) => {
    const { taskId } = await harness.start(id);
    const run = await agent.run(0);
    for (let index = 0; index < count; index += 1) {
      run.send(upMessage(taskId, { messageId: `m${index}`, state: 'needsHumanDecision' }));
    }
    await harness.untilPrompt(taskId, 'open');
    return harness.until(async () => {
      const items = await harness.services.journal.read.all<{ id: string; digest: string }>(
        `SELECT id, digest FROM prompts WHERE thread = ? AND state = 'open'`,
        taskId,
      );
      return items.length === count ? items : undefined;
    });
  };
  const decide = async (prompts: { id: string; digest: string }[], key: string) => {
    const items = prompts.map(({ id: promptId, digest }) => ({ promptId, digest }));
    const { body } = await harness.request('POST', '/api/decisions', {
      items,
      feedback: { type: 'approve' },
      idempotencyKey: `answers-of-${key}`,
    });
    expect(body.receipts).toHaveLength(prompts.length);
  };
  const many = await ask('hanging', hanging, 150);
  const one = await ask('quick', quick, 1);
  await decide(many, 'hanging');
  await decide(one, 'quick');
  // Its endpoint responds only at the end of the test: the other agent gets its answer before.
  await quick.feedback(0);
  expect(hanging.feedbacks.length).toBeLessThanOrEqual(8);
  await hanging.feedback(7);
});
