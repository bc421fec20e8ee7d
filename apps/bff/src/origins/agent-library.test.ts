import { createAgent } from '@countersign/agent/agent';
import { serve } from '@countersign/agent/node-server';
import type { Prompt } from '@countersign/api/prompt';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import type { UpFeedback } from '@countersign/upformat/message';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { afterEach, expect, it } from 'vitest';
import { startHarness } from '../testing/harness.ts';
import { promptsOf } from '../testing/prompts-of.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** An agent of the library that uses AG-UI, and a server connected to it. */
async function start() {
  const agent = createAgent({
    id: 'payer',
    name: 'Payer',
    protocol: 'ag-ui',
    async run(context) {
      const answers = await Promise.all(
        ['Pay Ada Ltd?', 'Pay Grace GmbH?'].map((ask) =>
          context.ask({
            state: 'needsHumanDecision',
            ask,
            effect: 'The money leaves at once.',
            payload: { amount: 120 },
            upThought: { reasoning: ['Both invoices are due.'], confidence: 0.4 },
          }),
        ),
      );
      return answers.map(({ feedback }) => feedback);
    },
  });
  const served = await serve(agent.fetch, { port: 0 });
  closing.push(async () => {
    await agent.close();
    await served.close();
  });
  const harness = await startHarness({
    agents: [agentDescriptorSchema.parse(agent.descriptor(served.url))],
  });
  closing.push(() => harness.close());
  const { taskId } = await harness.start('payer', 'Pay what is due');
  const decide = (prompt: Prompt | undefined, feedback: UpFeedback) =>
    harness.request('POST', `/api/prompts/${prompt?.id}/decisions`, {
      feedback,
      digest: prompt?.digest,
      idempotencyKey: crypto.randomUUID(),
    });
  return { harness, taskId, decide };
}

it('shows each question of an AG-UI agent of the library once, complete, and its function receives the exact answers', async () => {
  const { harness, taskId, decide } = await start();
  const prompts = () => promptsOf(harness.services.journal.read, taskId);
  await harness.until(async () => (await prompts()).length >= 2);
  const asking = async (ask: string) =>
    (await prompts()).find(({ message }) => upPromptOf(message).ask === ask);
  const [first, second] = [await asking('Pay Ada Ltd?'), await asking('Pay Grace GmbH?')];
  await harness.untilStatus(taskId, 'finished');
  expect(await prompts()).toHaveLength(2);
  expect(first).toMatchObject({
    origin: { protocol: 'ag-ui', kind: 'interrupt', answeredBy: 'resume' },
    blocking: true,
    state: 'open',
  });
  expect(first?.message).toMatchObject({
    state: 'needsHumanDecision',
    payload: { amount: 120 },
    upThought: { confidence: 0.4 },
    upPrompt: { effect: 'The money leaves at once.' },
  });
  const edit: UpFeedback = { type: 'edit', content: { value: { amount: 80 } } };
  const comment: UpFeedback = { type: 'instruction', content: { text: 'Ask again in May.' } };
  expect((await decide(first, edit)).status).toBeLessThan(300);
  expect((await decide(second, comment)).status).toBeLessThan(300);
  const finished = await harness.untilEvent(
    taskId,
    (event) => event.type === 'RUN_FINISHED' && event.result !== undefined,
  );
  expect(finished.event).toMatchObject({ result: [edit, comment] });
  await harness.until(async () =>
    (await prompts()).every(({ decision }) => decision?.state === 'acknowledged'),
  );
});
