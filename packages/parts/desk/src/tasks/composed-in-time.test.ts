import { randomUUID } from 'node:crypto';
import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import { promptsOf } from '@countersign/bff/testing/prompts-of';
import {
  type AgentRun,
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

const lastWords = 'The price has changed.';

async function setUp() {
  agent = await startScriptedAgent({
    onRun: ({ send, input }) =>
      send({ type: 'RUN_STARTED', threadId: input.threadId, runId: input.runId }),
  });
  harness = await startHarness({ agents: [describeAgent(agent, { feedback: false })] });
  const { taskId } = await harness.start();
  const run = await agent.run(0);
  await harness.untilStatus(taskId, 'running');
  return { taskId, run };
}

/** The run says something and ends, between the moment at which the next request is composed and the one at which it is recorded. */
function endWhileComposing(way: 'following' | 'carrying' | 'batch', taskId: string, run: AgentRun) {
  const { runInputs } = harness.services;
  const compose: (...given: never[]) => Promise<unknown> = runInputs[way];
  let isFirst = true;
  Object.assign(runInputs, {
    async [way](...given: never[]) {
      const composed = await compose(...given);
      if (!isFirst) return composed;
      isFirst = false;
      const { threadId, runId } = run.input;
      run.send({ type: 'BUSINESS_DATA_START', messageId: 'm', role: 'assistant' });
      run.send({ type: 'BUSINESS_DATA_CONTENT', messageId: 'm', delta: lastWords });
      run.send({ type: 'BUSINESS_DATA_END', messageId: 'm', role: 'assistant' });
      run.send({ type: 'RUN_FINISHED', threadId, runId });
      run.end();
      await harness.untilStatus(taskId, 'finished');
      return composed;
    },
  });
}

const contents = ({ input }: AgentRun) => input.messages.map(({ content }) => content);

it('a message that is sent while a run ends goes with a run that has all of the conversation', async () => {
  const { taskId, run } = await setUp();
  endWhileComposing('following', taskId, run);
  const response = await harness.request('POST', `/api/tasks/${taskId}/messages`, {
    content: 'Then buy it.',
    idempotencyKey: randomUUID(),
  });
  expect(response.body).toMatchObject({ to: 'new-run' });
  expect(contents(await agent.run(1)).slice(-2)).toEqual([lastWords, 'Then buy it.']);
});

it('an answer too', async () => {
  const { taskId, run } = await setUp();
  run.send(
    upMessage(taskId, { messageId: 'q', state: 'needsHumanDecision', payload: { budget: 10 } }),
  );
  const prompt = await harness.until(
    async () => (await promptsOf(harness.services.journal.read, taskId, 'open'))[0],
  );
  endWhileComposing('carrying', taskId, run);
  await harness.request('POST', `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`, {
    feedback: { type: 'approve' },
    digest: prompt.digest,
    idempotencyKey: randomUUID(),
  });
  const { input } = await agent.run(1);
  expect(JSON.stringify(input.messages)).toContain(lastWords);
});
