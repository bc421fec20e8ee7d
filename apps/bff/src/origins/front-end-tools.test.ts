import { publishCounts } from '@countersign/part-desk/controls/control-operations';
import { afterEach, expect, it } from 'vitest';
import { begun, callTool, type Foreign, finish, startForeign } from '../testing/foreign.ts';

let foreign: Foreign;
afterEach(() => foreign?.close());

const confirm = { action: 'Delete the backups', importance: 'critical' };

it('the tools are declared in every run, and a call of one is a prompt', async () => {
  foreign = await startForeign('hai');
  const run = await begun(foreign, 0);
  expect(run.input.tools?.map(({ name }) => name)).toEqual(['confirmAction', 'ask']);
  callTool(run, 'c1', 'confirmAction', confirm);
  const [prompt] = await foreign.open(1);
  expect(prompt).toMatchObject({
    origin: { protocol: 'ag-ui', kind: 'tool-call', answeredBy: 'result' },
    source: { id: 'c1', toolName: 'confirmAction' },
    severity: 'critical',
    ask: 'Delete the backups',
  });
  const reject = { type: 'reject', content: { reason: 'Not today' } } as const;
  const { body } = await foreign.decide(prompt!, reject);
  // A task has one run at a time: the answer waits for the end of the one that asked.
  await foreign.harness.until(() =>
    foreign.harness
      .facts(foreign.taskId, 'countersign.decision')
      .find(({ change }) => change === 'queued'),
  );
  expect(foreign.agent.runs).toHaveLength(1);
  finish(run);
  const next = await begun(foreign, 1);
  expect(next.input.threadId).toBe(foreign.taskId);
  expect(next.input.tools).toHaveLength(2);
  const call = next.input.messages.find((message) => message.toolCalls !== undefined);
  expect(call?.toolCalls).toMatchObject([{ id: 'c1', function: { name: 'confirmAction' } }]);
  expect(next.input.messages.at(-1)).toEqual({
    id: body.decisionId,
    role: 'tool',
    toolCallId: 'c1',
    content: '{"approved":false,"reason":"Not today"}',
  });
  // Later runs receive it too.
  finish(next);
  await foreign.untilDecision(prompt!.id, 'acknowledged');
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  const said = { content: 'And now?' };
  await foreign.harness.request('POST', `/api/tasks/${foreign.taskId}/messages`, said);
  expect((await foreign.run(2)).input.messages.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'tool',
    'user',
  ]);
});

it('calls of one run are answered in one new run, once, also after its end', async () => {
  foreign = await startForeign('ag-ui');
  const run = await begun(foreign, 0);
  callTool(run, 'c1', 'confirmAction', confirm);
  callTool(run, 'c2', 'ask', { question: 'How many?', schema: { type: 'integer' } });
  finish(run);
  const [first, second] = await foreign.open(2);
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  const one = await foreign.decide(first!, {
    type: 'approve',
    content: { reason: 'They are copied.' },
  });
  expect(one.body.decision.waitsFor).toEqual([second!.id]);
  await foreign.restart();
  await foreign.decide(second!, { type: 'edit', content: { value: { answer: 3 } } });
  const next = await begun(foreign, 1);
  expect(
    next.input.messages.filter(({ role }) => role === 'tool').map(({ content }) => content),
  ).toEqual(['{"approved":true,"reason":"They are copied."}', '3']);
  finish(next);
  await foreign.untilDecision(first!.id, 'acknowledged');
  await foreign.untilDecision(second!.id, 'acknowledged');
  expect(foreign.agent.runs).toHaveLength(2);
});

it('a result of the agent’s own withdraws the question, and releases those that waited for it', async () => {
  foreign = await startForeign('hai');
  const run = await begun(foreign, 0);
  callTool(run, 'c1', 'ask', { question: 'Where?' });
  callTool(run, 'c2', 'ask', { question: 'When?', options: ['now', 'later'] });
  const [where, when] = await foreign.open(2);
  await foreign.decide(when!, { type: 'edit', content: { value: { answer: 'later' } } });
  // The outbox has checked and found nothing to do: only the withdrawal itself can wake it.
  for (let turn = 0; turn < 3; turn += 1) {
    await foreign.harness.services.journal.commit(publishCounts, null);
  }
  run.send({ type: 'TOOL_CALL_RESULT', toolCallId: 'c1', content: 'Found it: Bonn' });
  const withdrawn = await foreign.harness.untilPrompt(foreign.taskId, 'withdrawn');
  expect(withdrawn.id).toBe(where!.id);
  finish(run);
  const { messages } = (await foreign.run(1)).input;
  expect(
    messages
      .filter(({ role }) => role === 'tool')
      .map(({ toolCallId, content }) => [toolCallId, content]),
  ).toEqual([
    ['c1', 'Found it: Bonn'],
    ['c2', 'later'],
  ]);
});

it('neither a restart of the server nor the loss of the run loses a question or an answer', async () => {
  foreign = await startForeign('hai');
  const run = await begun(foreign, 0);
  callTool(run, 'c1', 'confirmAction', confirm);
  callTool(run, 'c2', 'confirmAction', { action: 'Restore them' });
  const [first, second] = await foreign.open(2);
  await foreign.decide(first!, { type: 'approve' });
  await foreign.restart();
  expect((await foreign.harness.untilStatus(foreign.taskId, 'lost')).openPrompts.blocking).toBe(1);
  await foreign.decide(second!, { type: 'approve' });
  const { messages } = (await foreign.run(1)).input;
  expect(messages.filter(({ role }) => role === 'tool')).toHaveLength(2);
  await foreign.untilDecision(first!.id, 'delivered');
});

it('a call that is sent twice is one question', async () => {
  foreign = await startForeign('hai');
  const run = await begun(foreign, 0);
  callTool(run, 'c1', 'confirmAction', confirm);
  run.send({ type: 'TOOL_CALL_END', toolCallId: 'c1' });
  finish(run);
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  expect(
    foreign.harness.facts(foreign.taskId, 'countersign.prompt').map(({ change }) => change),
  ).toEqual(['opened', 'rerouted']);
});

it('invalid arguments are shown, and can be answered', async () => {
  foreign = await startForeign('hai');
  const run = await begun(foreign, 0);
  run.send({ type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'ask' });
  run.send({ type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '{"question":' });
  run.send({ type: 'TOOL_CALL_END', toolCallId: 'c' });
  const [prompt] = await foreign.open(1);
  const words = { type: 'instruction', content: { text: 'Ask again' } } as const;
  expect((await foreign.decide(prompt!, words)).status).toBe(201);
  finish(run);
  expect((await foreign.run(1)).input.messages.at(-1)?.content).toBe('Ask again');
});
