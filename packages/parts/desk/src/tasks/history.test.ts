import { HttpAgent } from '@ag-ui/client';
import { noResult } from '@countersign/adapters/ag-ui/history/sendable';
import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import {
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '@countersign/bff/testing/scripted-agent';
import { histories } from '@countersign/testkit/histories/corpus';
import { type Turn, wireOf } from '@countersign/testkit/histories/recording';
import { afterEach, expect, it, vi } from 'vitest';

let harness: Harness;
let agent: ScriptedAgent;
afterEach(async () => {
  await harness?.close();
  await agent?.close();
  vi.restoreAllMocks();
});

/** An AG-UI agent that streams one turn after the other, repeatedly. */
async function start(turns: readonly Turn[]) {
  let count = 0;
  agent = await startScriptedAgent({
    onRun(run) {
      const { threadId, runId } = run.input;
      const turn = turns[count % turns.length] ?? { events: [] };
      count += 1;
      for (const event of wireOf(turn, { threadId, runId })) run.send(event);
      run.end();
    },
  });
  const agents = [{ ...describeAgent(agent, { feedback: false }), protocol: 'ag-ui' as const }];
  harness = await startHarness({ agents });
  const { taskId } = await harness.start('demo', 'How warm is it?');
  await harness.untilStatus(taskId, 'finished');
  return taskId;
}

async function say(taskId: string, content: string, run: number) {
  await harness.request('POST', `/api/tasks/${taskId}/messages`, { content });
  const { input } = await agent.run(run);
  await harness.untilStatus(taskId, 'finished');
  return input;
}

const turnsOf = (name: string): Turn[] =>
  histories().find((recording) => recording.name === name)?.turns ?? [];

it.each([
  'a snapshot at the end, as LangGraph sends it, ids of langgraph',
  'a snapshot with thoughts of its own, ids of responses',
  'sealed values, ids of long and odd',
  'a subagent, ids of copilotkit',
  'what is said beside the words, ids of mastra',
])('%s: the second and third run receive what the stock client sends', async (name) => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const [first = { events: [] }] = turnsOf(name);
  const taskId = await start([first, { events: [] }, { events: [] }]);
  await say(taskId, 'And tomorrow?', 1);
  await say(taskId, 'And the day after?', 2);
  const ours = agent.runs.map(({ input }) => input.messages);
  const stock = new HttpAgent({ url: agent.url, threadId: taskId });
  for (const messages of ours) {
    stock.addMessages(messages.slice(-1) as never);
    await stock.runAgent();
  }
  expect(ours).toEqual(agent.runs.slice(3).map(({ input }) => input.messages));
  expect(ours[1]?.length).toBeGreaterThan(2);
});

it('reports an unanswered call as not answered, each time under one id', async () => {
  const toolCallId = 'call_Yk3bZ7rTfXa0GhWYk3bZ7rTf';
  const taskId = await start([
    {
      events: [
        { type: 'TOOL_CALL_START', toolCallId, toolCallName: 'get_weather' },
        { type: 'TOOL_CALL_ARGS', toolCallId, delta: '{}' },
        { type: 'TOOL_CALL_END', toolCallId },
      ],
    },
  ]);
  const closed = {
    id: `${toolCallId}-no-result`,
    role: 'tool',
    toolCallId,
    content: noResult,
    error: noResult,
  };
  const at = harness.events(taskId).at(-1)?.sequence;
  await harness.request('POST', `/api/tasks/${taskId}/restart`, { at });
  const { input } = await agent.run(1);
  expect(input.messages.slice(1)).toEqual([
    expect.objectContaining({ id: toolCallId, role: 'assistant' }),
    closed,
  ]);
  await harness.untilStatus(taskId, 'finished');
});

it('restarts from a position with the messages up to there', async () => {
  const taskId = await start(turnsOf('two texts and a second turn, ids of openai'));
  await say(taskId, 'And tomorrow?', 1);
  const first = harness.events(taskId).find(({ event }) => event.type === 'RUN_FINISHED');
  await harness.request('POST', `/api/tasks/${taskId}/restart`, { at: first?.sequence });
  const { input } = await agent.run(2);
  expect(input.messages.map(({ content }) => content)).toEqual([
    'How warm is it?',
    'Let me see. ',
    'Seven.',
  ]);
});

it('an answer that was sent as text is sent again with every later run', async () => {
  agent = await startScriptedAgent();
  harness = await startHarness({ agents: [describeAgent(agent, { feedback: false })] });
  const { taskId } = await harness.start();
  const run = await agent.run(0);
  const finish = (index: number) => {
    const { input, send, end } = agent.runs[index]!;
    send({ type: 'RUN_FINISHED', threadId: taskId, runId: input.runId });
    end();
    return harness.untilStatus(taskId, 'finished');
  };
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId: run.input.runId });
  run.send(upMessage(taskId, { messageId: 'p1', state: 'needsHumanDecision', ask: 'Where?' }));
  await finish(0);
  const prompt = await harness.untilPrompt(taskId, 'open');
  const feedback = { type: 'instruction', content: { text: 'in Berlin' } };
  await harness.request('POST', `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`, {
    feedback,
    digest: prompt.digest,
    idempotencyKey: 'call-it-once',
  });
  const next = await agent.run(1);
  const reported = next.input.messages.at(-1);
  expect(reported).toMatchObject({ role: 'user', content: 'in Berlin' });
  next.send({ type: 'RUN_STARTED', threadId: taskId, runId: next.input.runId });
  await finish(1);
  await harness.request('POST', `/api/tasks/${taskId}/messages`, { content: 'And where to eat?' });
  const { messages } = (await agent.run(2)).input;
  expect(messages.map(({ content }) => content)).toEqual([
    expect.any(String),
    'in Berlin',
    'And where to eat?',
  ]);
  expect(messages[1]?.id).toBe(reported?.id);
});
