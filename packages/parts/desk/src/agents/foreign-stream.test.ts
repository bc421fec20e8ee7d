import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import { type ScriptedAgent, startScriptedAgent } from '@countersign/bff/testing/scripted-agent';
import { afterEach, expect, it } from 'vitest';

let harness: Harness;
let agent: ScriptedAgent;
afterEach(async () => {
  await harness?.close();
  await agent?.close();
});

it.each([
  ['a stream of the AI SDK', [{ type: 'start' }, { type: 'text-delta', id: '0', delta: 'Hi' }]],
  [
    'a stream of chat completions (OpenAI)',
    [{ object: 'chat.completion.chunk', choices: [{ delta: { content: 'Hi' } }] }],
  ],
])('a lost stream of another format is said to be %s', async (what, frames) => {
  agent = await startScriptedAgent();
  harness = await startHarness({ agents: [describeAgent(agent)] });
  const { taskId } = await harness.start();
  const run = await agent.run(0);
  for (const frame of frames) run.send(frame);
  run.raw('data: [DONE]\n\n');
  run.end();
  await harness.untilStatus(taskId, 'lost');
  const { run: lost } = await harness.services.snapshots.threadAt(taskId);
  expect(lost.error).toContain(`What it sent is ${what}`);
});
