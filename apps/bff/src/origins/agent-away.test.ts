import { readPrompt } from '@countersign/part-desk/records/prompt-records';
import { expect, it } from 'vitest';
import { interrupt } from '../testing/foreign.ts';
import { describeAgent, startHarness } from '../testing/harness.ts';
import { startScriptedAgent } from '../testing/scripted-agent.ts';

/** Answers the run with one interrupt; the next runs fail as often as specified. */
async function answered(failures: number, status: number) {
  const agent = await startScriptedAgent({
    reply(response, index) {
      if (index === 0 || index > failures) return false;
      response.writeHead(status).end();
      return true;
    },
  });
  const harness = await startHarness({
    agents: [{ ...describeAgent(agent, { feedback: false }), protocol: 'ag-ui' as const }],
  });
  const { taskId } = await harness.start();
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId: run.input.runId });
  interrupt(run, { id: 'a', reason: 'confirmation' });
  const prompt = await harness.untilPrompt(taskId, 'open');
  const { body } = await harness.request(
    'POST',
    `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`,
    { feedback: { type: 'approve' }, digest: prompt.digest, idempotencyKey: 'key-of-answer' },
  );
  const untilDecision = (state: string) =>
    harness.until(async () => {
      const now = await readPrompt(harness.services.journal.read, prompt.id);
      const decision = now?.decision ?? now?.returned;
      return decision?.state === state ? decision : undefined;
    });
  const close = async () => {
    await harness.close();
    await agent.close();
  };
  return { agent, id: body.decisionId, untilDecision, close };
}

it('an agent that is briefly away gets the answers, in one run', async () => {
  const { agent, untilDecision, close } = await answered(3, 503);
  const run = await agent.run(1);
  const { threadId, runId } = run.input;
  run.send({ type: 'RUN_STARTED', threadId, runId });
  run.send({ type: 'RUN_FINISHED', threadId, runId });
  expect(run.input.resume).toMatchObject([{ interruptId: 'a', status: 'resolved' }]);
  expect((await untilDecision('acknowledged')).failure).toBeNull();
  expect(agent.runs).toHaveLength(2);
  await close();
});

it('the answer is abandoned if the agent stays away, and not repeated if it refuses', async () => {
  const away = await answered(100, 503);
  expect((await away.untilDecision('undeliverable')).failure).toMatch(/could not be started.*503/);
  await away.close();
  const unwilling = await answered(1, 422);
  expect((await unwilling.untilDecision('undeliverable')).failure).toMatch(/422/);
  expect(unwilling.agent.runs).toHaveLength(1);
  await unwilling.close();
});
