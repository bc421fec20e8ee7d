import { noResult } from '@countersign/adapters/ag-ui/history/sendable';
import { afterEach, expect, it } from 'vitest';
import {
  begun,
  callTool,
  type Foreign,
  finish,
  interrupt,
  startForeign,
} from '../testing/foreign.ts';
import type { AgentRun } from '../testing/scripted-agent.ts';

let foreign: Foreign;
afterEach(() => foreign?.close());

const edit = (value: unknown) => ({ type: 'edit', content: { value } }) as const;
const graphId = '7cb4ca14ede4accb66d91726b6607938';
const callId = 'call_Yk3Jp0x9QmTzV710bWc4RdNf';
const review = {
  actionRequests: [
    {
      name: 'send_email',
      args: { to: 'ada@example.test' },
      description: 'An email leaves the house.',
    },
    { name: 'delete_file', args: { path: '/srv/invoices/2025-11.pdf' } },
  ],
  reviewConfigs: [
    { actionName: 'send_email', allowedDecisions: ['approve', 'edit', 'reject'] },
    { actionName: 'delete_file', allowedDecisions: ['approve', 'reject'] },
  ],
};
/** The default of @ag-ui/langgraph. */
const onInterrupt = (run: AgentRun, value: unknown, id = graphId) =>
  run.send({
    type: 'CUSTOM',
    name: 'on_interrupt',
    value: typeof value === 'string' ? value : JSON.stringify(value),
    rawEvent: { id, value },
  });
const outcome = (value: unknown) => ({
  id: graphId,
  reason: 'langgraph:interrupt',
  metadata: { langgraph: { raw: value } },
});
const toolMessages = (run: AgentRun) => run.input.messages.filter(({ role }) => role === 'tool');

it('each action of a review is a prompt; they are answered together, in their order', async () => {
  foreign = await startForeign('ag-ui');
  const run = await begun(foreign, 0);
  callTool(run, callId, 'send_email', { to: 'ada@example.test' });
  onInterrupt(run, review);
  finish(run);
  const [mail, file] = await foreign.open(2);
  expect([mail!.ask, file!.ask]).toEqual([
    'An email leaves the house.',
    'May the agent run delete_file?',
  ]);
  expect(file!.message.upPrompt?.allowed).toEqual(['approve', 'reject']);
  expect((await foreign.decide(file!, edit({ path: '/tmp' }))).status).toBe(422);
  const { body } = await foreign.decide(file!, { type: 'approve' });
  expect(body.decision.waitsFor).toEqual([mail!.id]);
  const shown = await foreign.preview(mail!, edit({ to: 'grace@example.test' }));
  await foreign.restart();
  await foreign.decide(mail!, edit({ to: 'grace@example.test' }));
  const next = await begun(foreign, 1);
  const command = {
    resume: {
      decisions: [
        { type: 'edit', editedAction: { name: 'send_email', args: { to: 'grace@example.test' } } },
        { type: 'approve' },
      ],
    },
  };
  expect(next.input.forwardedProps).toEqual({ command });
  expect(next.input).not.toHaveProperty('resume');
  expect(shown.body.body).toMatchObject({ forwardedProps: { command } });
  finish(next);
  await foreign.untilDecision(mail!.id, 'acknowledged');
});

it('before the others are answered, the preview shows their places', async () => {
  foreign = await startForeign('ag-ui');
  interrupt(await begun(foreign, 0), outcome(review));
  const [mail, file] = await foreign.open(2);
  const { body } = await foreign.preview(file!, { type: 'approve' });
  expect(body.waitsFor).toEqual([mail!.id]);
  const decisions = ['(the answer to another question of this interrupt)', { type: 'approve' }];
  expect(body.body).toMatchObject({ resume: [{ payload: { decisions } }] });
});

it('received in both ways it is one question, and the outcome is answered', async () => {
  foreign = await startForeign('ag-ui');
  const run = await begun(foreign, 0);
  onInterrupt(run, 'Which city?');
  interrupt(run, { ...outcome('Which city?'), message: 'Which city?' });
  const [prompt] = await foreign.open(1);
  expect(prompt).toMatchObject({ ask: 'Which city?', source: { id: graphId } });
  await foreign.decide(prompt!, { type: 'instruction', content: { text: 'Bonn' } });
  const next = await foreign.run(1);
  expect(next.input).toMatchObject({
    resume: [{ interruptId: graphId, status: 'resolved', payload: 'Bonn' }],
    forwardedProps: {},
  });
});

it('a question in a CUSTOM event blocks other words, and is answered again when it is repeated', async () => {
  foreign = await startForeign('ag-ui');
  const run = await begun(foreign, 0);
  onInterrupt(run, 'Which city?');
  finish(run);
  const [prompt] = await foreign.open(1);
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  const said = { content: 'Hello' };
  const path = `/api/tasks/${foreign.taskId}/messages`;
  expect((await foreign.harness.request('POST', path, said)).status).toBe(409);
  await foreign.decide(prompt!, { type: 'instruction', content: { text: 'Bonn' } });
  const again = await begun(foreign, 1);
  expect(again.input.forwardedProps).toEqual({ command: { resume: 'Bonn' } });
  onInterrupt(again, 'Which city?');
  finish(again);
  const [second] = await foreign.open(1);
  expect(second).toMatchObject({ id: prompt!.id, returned: { state: 'refused' } });
  await foreign.decide(second!, edit({ answer: { city: 'Ulm' } }));
  expect((await foreign.run(2)).input.forwardedProps).toEqual({
    command: { resume: { city: 'Ulm' } },
  });
});

it.each(['end', 'cut', 'restart'] as const)(
  'a question in a CUSTOM event is asked if the stream has no other end: %s',
  async (how) => {
    foreign = await startForeign('ag-ui');
    const run = await begun(foreign, 0);
    onInterrupt(run, 'Which city?');
    await foreign.harness.until(() =>
      foreign.harness.services.journal.read.get(
        `SELECT 1 FROM events WHERE thread = ? AND data LIKE '%on_interrupt%'`,
        foreign.taskId,
      ),
    );
    if (how === 'restart') await foreign.restart();
    else run[how]();
    await foreign.harness.untilStatus(foreign.taskId, 'lost');
    const [prompt] = await foreign.open(1);
    expect(prompt).toMatchObject({ ask: 'Which city?', way: { by: 'run', run: 'lost' } });
    await foreign.decide(prompt!, { type: 'instruction', content: { text: 'Bonn' } });
    expect((await begun(foreign, 1)).input.forwardedProps).toEqual({ command: { resume: 'Bonn' } });
  },
);

it('a stream cut off by an operator asks nothing more', async () => {
  foreign = await startForeign('ag-ui');
  onInterrupt(await begun(foreign, 0), 'Which city?');
  const path = `/api/tasks/${foreign.taskId}/control`;
  const stop = { action: 'stop', idempotencyKey: 'a3c1d8e0-52f4-4e61-9b8a-0f6f5e2a9b11' };
  expect((await foreign.harness.request('POST', path, stop)).status).toBe(202);
  await foreign.harness.untilStatus(foreign.taskId, 'cut-off');
  await foreign.open(0);
});

it('words while a call is open do not answer it: the question stays, and its answer replaces the placeholder result', async () => {
  foreign = await startForeign('ag-ui');
  const run = await begun(foreign, 0);
  callTool(run, callId, 'change_background', { background: 'sunset' });
  finish(run);
  const [prompt] = await foreign.open(1);
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  const path = `/api/tasks/${foreign.taskId}/messages`;
  const said = await foreign.harness.request('POST', path, { content: 'Which are there?' });
  expect(said).toMatchObject({ status: 202, body: { to: 'new-run' } });
  const between = await begun(foreign, 1);
  expect(toolMessages(between)).toMatchObject([{ toolCallId: callId, content: noResult }]);
  finish(between);
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  expect(await foreign.prompt(prompt!.id)).toMatchObject({ state: 'open' });
  await foreign.decide(prompt!, edit({ answer: 'sunset' }));
  const next = await begun(foreign, 2);
  expect(toolMessages(next)).toMatchObject([{ toolCallId: callId, content: 'sunset' }]);
});

it('agent-inbox and options, in the same way', async () => {
  foreign = await startForeign('ag-ui');
  const run = await begun(foreign, 0);
  const config = { allow_accept: true, allow_edit: true, allow_respond: true, allow_ignore: true };
  const action_request = { action: 'send_email', args: { to: 'ada@example.test' } };
  onInterrupt(run, [{ action_request, config, description: 'Please review.' }]);
  finish(run);
  const [mail] = await foreign.open(1);
  await foreign.decide(mail!, { type: 'instruction', content: { text: 'Be kind' } });
  const next = await begun(foreign, 1);
  expect(next.input.forwardedProps).toEqual({
    command: { resume: [{ type: 'response', args: 'Be kind' }] },
  });
  interrupt(next, outcome({ message: 'Which?', options: ['a', 'b'], recommendation: 'a' }));
  const [which] = await foreign.open(1);
  expect((await foreign.decide(which!, edit({ answer: 'c' }))).status).toBe(422);
  await foreign.decide(which!, edit({ answer: 'b' }));
  expect((await foreign.run(2)).input.resume).toMatchObject([{ payload: 'b' }]);
});

it('Mastra’s suspended tools are answered one by one, with the event its bridge expects', async () => {
  foreign = await startForeign('ag-ui');
  const run = await begun(foreign, 0);
  const suspended = {
    type: 'mastra_suspend',
    toolCallId: callId,
    toolName: 'transfer_money',
    suspendPayload: { reason: 'The amount is above the limit.' },
    args: { amount: 1250.5 },
    resumeSchema:
      '{"type":"object","properties":{"approved":{"type":"boolean"}},"required":["approved"]}',
    runId: run.input.runId,
  };
  run.send({ type: 'CUSTOM', name: 'on_interrupt', value: JSON.stringify(suspended) });
  run.send({
    type: 'CUSTOM',
    name: 'on_interrupt',
    value: JSON.stringify({ ...suspended, toolCallId: 'call_other', resumeSchema: '' }),
  });
  finish(run);
  const [money, other] = await foreign.open(2);
  expect(money!.message.payload).toEqual({ amount: 1250.5 });
  await foreign.decide(money!, { type: 'reject' });
  const next = await begun(foreign, 1);
  expect(next.input.forwardedProps).toEqual({
    command: {
      resume: { approved: false },
      interruptEvent: { toolCallId: callId, runId: run.input.runId },
    },
  });
  finish(next);
  await foreign.decide(other!, { type: 'reject' });
  expect((await foreign.run(2)).input.forwardedProps).toMatchObject({
    command: { resume: false, interruptEvent: { toolCallId: 'call_other' } },
  });
});

it('a call without a result asks when the run ends, and is answered by a tool message', async () => {
  foreign = await startForeign('ag-ui');
  const run = await begun(foreign, 0);
  callTool(run, callId, 'change_background', { background: 'sunset' });
  callTool(run, 'call_done', 'search', { q: 'x' });
  run.send({ type: 'TOOL_CALL_RESULT', toolCallId: 'call_done', messageId: 'm', content: '[]' });
  callTool(run, 'call_left', 'confirm', { message: 'Delete it?' });
  run.send({
    type: 'TOOL_CALL_RESULT',
    toolCallId: 'call_left',
    messageId: 'm2',
    content: 'Forwarded to client',
  });
  finish(run);
  const [background, confirm] = await foreign.open(2);
  expect([background!.ask, confirm!.ask]).toEqual([
    'The agent calls change_background and waits for its result.',
    'confirm: Delete it?',
  ]);
  expect(background!.message.payload).toEqual({ arguments: { background: 'sunset' } });
  await foreign.decide(background!, edit({ answer: { done: true } }));
  await foreign.decide(confirm!, { type: 'reject' });
  const next = await begun(foreign, 1);
  expect(toolMessages(next).map(({ toolCallId, content }) => [toolCallId, content])).toContainEqual(
    [callId, '{"done":true}'],
  );
  expect(toolMessages(next).at(-1)?.content).toMatch(/declined/);
});

it('a message snapshot settles calls, and contains calls that were never streamed', async () => {
  foreign = await startForeign('ag-ui');
  const run = await begun(foreign, 0);
  const call = (id: string, name: string) => ({
    id,
    type: 'function',
    function: { name, arguments: '{}' },
  });
  callTool(run, 'call_a', 'search', {});
  const messages = [
    { id: 'old', role: 'assistant', toolCalls: [call('call_old', 'forgotten')] },
    { id: 'u', role: 'user', content: 'Go' },
    { id: 'm', role: 'assistant', toolCalls: [call('call_a', 'search'), call('call_b', 'pick')] },
    { id: 'r', role: 'tool', toolCallId: 'call_a', content: 'found' },
  ];
  run.send({ type: 'MESSAGES_SNAPSHOT', messages });
  finish(run);
  const [pick] = await foreign.open(1);
  expect(pick!.source).toMatchObject({ id: 'call_b', toolName: 'pick' });
  await foreign.decide(pick!, { type: 'instruction', content: { text: 'This one' } });
  // An agent that repeats its history does not ask again.
  const next = await begun(foreign, 1);
  next.send({ type: 'MESSAGES_SNAPSHOT', messages });
  finish(next);
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  await foreign.open(0);
});

it.each([
  ['of an agent that speaks HAI', 'hai' as const, false],
  ['when an interrupt may be about them', 'ag-ui' as const, true],
])('calls without a result do not ask %s', async (_, protocol, interrupts) => {
  foreign = await startForeign(protocol);
  const run = await begun(foreign, 0);
  callTool(run, callId, 'render_chart', {});
  if (interrupts) interrupt(run, { id: graphId, reason: 'acme:review', message: 'Fine?' });
  else finish(run);
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  await foreign.open(interrupts ? 1 : 0);
});

it('a tool of the descriptor is declared, asks at once, and its result is checked by its schema', async () => {
  const tools = [
    {
      name: 'pick_seat',
      description: 'Let the traveller choose a seat',
      parameters: { type: 'object', properties: { rows: { type: 'integer' } } },
      result: { type: 'object', properties: { seat: { type: 'string' } }, required: ['seat'] },
    },
  ];
  foreign = await startForeign('hai', { tools });
  const run = await begun(foreign, 0);
  expect(run.input.tools?.map(({ name }) => name)).toEqual(['confirmAction', 'ask', 'pick_seat']);
  expect(run.input.tools?.at(-1)).not.toHaveProperty('result');
  callTool(run, callId, 'pick_seat', { rows: 30 });
  const [seat] = await foreign.open(1);
  expect(seat!.message).toMatchObject({
    explanation: 'Let the traveller choose a seat',
    payload: { arguments: { rows: 30 } },
  });
  expect((await foreign.decide(seat!, edit({ seat: 7 }))).status).toBe(422);
  await foreign.decide(seat!, edit({ ...seat!.message.payload, seat: '12A' }));
  finish(run);
  const next = await foreign.run(1);
  expect(toolMessages(next)).toMatchObject([{ toolCallId: callId, content: '{"seat":"12A"}' }]);
  expect(next.input.tools).toHaveLength(3);
});

it('a thousand actions in one interrupt are a thousand questions, and the server survives', async () => {
  foreign = await startForeign('ag-ui');
  const run = await begun(foreign, 0);
  const actionRequests = Array.from({ length: 1_000 }, (_, index) => ({
    name: 'delete_file',
    args: { path: `/srv/invoices/2025-${index}.pdf` },
  }));
  onInterrupt(run, { actionRequests, reviewConfigs: [] });
  finish(run);
  const open = await foreign.open(1_000);
  const { body } = await foreign.decide(open[0]!, { type: 'approve' });
  expect(body.decision.waitsFor).toHaveLength(100);
  const kept = open.reduce((sum, { message }) => sum + JSON.stringify(message).length, 0);
  expect(kept).toBeLessThan(2_000_000);
}, 60_000);

it('a dismissed tool does not ask again, until that is undone', async () => {
  foreign = await startForeign('ag-ui');
  const toolName = 'copilot/render chart?';
  const run = await begun(foreign, 0);
  callTool(run, callId, toolName, {});
  callTool(run, 'call_other', 'confirm', {});
  finish(run);
  const open = await foreign.open(2);
  const chart = open.find(({ source }) => source.toolName === toolName)!;
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  const { request } = foreign.harness;
  expect((await request('POST', `/api/prompts/${chart.id}/dismiss-tool`)).status).toBe(204);
  await foreign.open(1);
  expect((await foreign.prompt(chart.id)).closedReason).toMatch(/any more/);
  await foreign.restart();
  const agents = () => foreign.harness.request('GET', '/api/agents');
  expect((await agents()).body.items[0]).toMatchObject({ dismissedTools: [{ tool: toolName }] });
  const [confirm] = await foreign.open(1);
  await foreign.decide(confirm!, { type: 'reject' });
  const next = await begun(foreign, 1);
  callTool(next, 'call_again', toolName, {});
  finish(next);
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  await foreign.open(0);
  const path = `/api/agents/demo/dismissed-tools?tool=${encodeURIComponent(toolName)}`;
  expect((await foreign.harness.request('DELETE', path)).status).toBe(204);
  expect((await foreign.harness.request('DELETE', path)).status).toBe(404);
  await foreign.harness.request('POST', `/api/tasks/${foreign.taskId}/messages`, { content: 'Go' });
  const third = await begun(foreign, 2);
  callTool(third, 'call_third', toolName, {});
  finish(third);
  await foreign.open(1);
});
