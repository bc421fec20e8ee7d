import type { RunAgentInput } from '@countersign/hai/run-input';
import { afterEach, expect, it } from 'vitest';
import {
  begun,
  callTool,
  type Foreign,
  finish,
  interrupt,
  startForeign,
} from '../testing/foreign.ts';
import { createManualClock } from '../testing/manual-clock.ts';

let foreign: Foreign;
afterEach(() => foreign?.close());

const approval = {
  type: 'object',
  properties: { approved: { type: 'boolean' }, editedArgs: { type: 'object' } },
  required: ['approved'],
};
const two = [
  { id: 'a', reason: 'tool_call', toolCallId: 'c1', responseSchema: approval },
  { id: 'b', reason: 'input_required', message: 'Which city?', responseSchema: { type: 'string' } },
];
const edit = (value: unknown) => ({ type: 'edit', content: { value } }) as const;

it('an interrupt is a prompt, and its answer starts the run that resumes it', async () => {
  foreign = await startForeign('ag-ui');
  const run = await begun(foreign, 0);
  callTool(run, 'c1', 'sendEmail', { to: 'a@b.com' });
  interrupt(run, two[0]!);
  const [prompt] = await foreign.open(1);
  expect(prompt).toMatchObject({
    origin: { protocol: 'ag-ui', kind: 'interrupt', answeredBy: 'resume' },
    source: { id: 'a', reason: 'tool_call', toolName: 'sendEmail', together: run.input.runId },
    blocking: true,
    severity: 'major',
    message: { payload: { to: 'a@b.com' } },
  });
  expect(prompt!.classKey).toMatch(/^[0-9a-f]{64}$/);
  const { body } = await foreign.decide(prompt!, edit({ to: 'c@d.com' }));
  expect(body.decision).toMatchObject({ state: 'recorded', waitsFor: [] });
  const next = await foreign.run(1);
  expect(next.input).toMatchObject({
    threadId: foreign.taskId,
    resume: [
      {
        interruptId: 'a',
        status: 'resolved',
        payload: { approved: true, editedArgs: { to: 'c@d.com' } },
      },
    ],
  });
  // The call of the interrupt is in the history, so that the agent can match it.
  expect(next.input.messages.flatMap((message) => message.toolCalls ?? [])).toMatchObject([
    { id: 'c1', function: { name: 'sendEmail', arguments: '{"to":"a@b.com"}' } },
  ]);
  await foreign.untilDecision(prompt!.id, 'delivered');
  finish(await begun(foreign, 1));
  const reported = await foreign.untilDecision(prompt!.id, 'acknowledged');
  expect(reported.decision?.failure).toBeNull();
});

it('several are answered one by one, held, and sent together once, despite restarts of the server', async () => {
  foreign = await startForeign('ag-ui');
  const run = await begun(foreign, 0);
  callTool(run, 'c1', 'sendEmail', { to: 'a@b.com' });
  run.send({ type: 'STATE_SNAPSHOT', snapshot: { step: 2 } });
  interrupt(run, ...two);
  const [first, second] = await foreign.open(2);
  const held = await foreign.decide(first!, { type: 'approve' });
  expect(held.body.decision).toMatchObject({ state: 'recorded', waitsFor: [second!.id] });
  expect((await foreign.prompt(first!.id)).decision?.waitsFor).toEqual([second!.id]);
  await foreign.restart();
  expect(foreign.agent.runs).toHaveLength(1);
  await foreign.decide(second!, edit({ answer: 'Bonn' }));
  const next = await begun(foreign, 1);
  expect(next.input.resume).toEqual([
    { interruptId: 'a', status: 'resolved', payload: { approved: true } },
    { interruptId: 'b', status: 'resolved', payload: 'Bonn' },
  ]);
  expect(next.input.state).toEqual({ step: 2 });
  finish(next);
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  await foreign.restart();
  for (const { id } of [first!, second!]) {
    expect((await foreign.prompt(id)).decision).toMatchObject({
      state: 'acknowledged',
      waitsFor: [],
    });
  }
  expect(foreign.agent.runs).toHaveLength(2);
});

it('no words are sent to an agent that waits, before the answers were sent', async () => {
  foreign = await startForeign('ag-ui');
  interrupt(await begun(foreign, 0), { id: 'a', reason: 'confirmation', message: 'Go on?' });
  const [prompt] = await foreign.open(1);
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  const say = () =>
    foreign.harness.request('POST', `/api/tasks/${foreign.taskId}/messages`, { content: 'Hello' });
  const refused = await say();
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ promptIds: [prompt!.id] });
  expect(refused.body.type).toMatch(/prompts-open$/);
  await foreign.decide(prompt!, { type: 'reject' });
  const next = await begun(foreign, 1);
  expect(next.input.resume).toEqual([{ interruptId: 'a', status: 'resolved', payload: false }]);
  finish(next);
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  expect((await say()).status).toBe(202);
  expect((await foreign.run(2)).input).not.toHaveProperty('resume');
});

it('an expired one is cancelled by its id; the others do not wait for it any more', async () => {
  const clock = createManualClock();
  foreign = await startForeign('ag-ui', { clock });
  const expiresAt = new Date(clock.now() + 60_000).toISOString();
  const run = await begun(foreign, 0);
  interrupt(run, two[1]!, { id: 'x', reason: 'confirmation', expiresAt });
  const [kept, late] = await foreign.open(2);
  expect(late!.expiresAt).toBe(clock.now() + 60_000);
  await foreign.decide(kept!, edit({ answer: 'Bonn' }));
  await foreign.pass(clock, 60_000);
  const next = await foreign.run(1);
  expect(next.input.resume).toEqual([
    { interruptId: 'b', status: 'resolved', payload: 'Bonn' },
    { interruptId: 'x', status: 'cancelled', metadata: { reason: 'Nobody answered in time.' } },
  ]);
  expect((await foreign.prompt(late!.id)).state).toBe('expired');
});

it('an answer that waited too long for its sibling is not sent as if it were in time', async () => {
  const clock = createManualClock();
  foreign = await startForeign('ag-ui', { clock });
  const expiresAt = new Date(clock.now() + 60_000).toISOString();
  interrupt(await begun(foreign, 0), { id: 'x', reason: 'confirmation', expiresAt }, two[1]!);
  const [early, other] = await foreign.open(2);
  await foreign.decide(early!, { type: 'approve' });
  await foreign.pass(clock, 61_000);
  await foreign.decide(other!, edit({ answer: 'Bonn' }));
  const next = await foreign.run(1);
  expect(next.input.resume).toMatchObject([
    { interruptId: 'b', status: 'resolved' },
    { interruptId: 'x', status: 'cancelled' },
  ]);
  const reported = await foreign.untilDecision(early!.id, 'undeliverable');
  expect(reported.decision?.failure).toMatch(/expired before/);
});

it('when all have expired, the agent receives their ids, and words are no part of that', async () => {
  const clock = createManualClock();
  foreign = await startForeign('ag-ui', { clock });
  const expiresAt = new Date(clock.now() + 1_000).toISOString();
  interrupt(await begun(foreign, 0), { id: 'x', reason: 'confirmation', expiresAt });
  const [prompt] = await foreign.open(1);
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  await foreign.pass(clock, 1_000);
  await foreign.harness.untilPrompt(foreign.taskId, 'expired');
  expect((await foreign.decide(prompt!, { type: 'approve' })).status).toBe(410);
  const informed = await begun(foreign, 1);
  expect(informed.input.resume).toMatchObject([{ interruptId: 'x', status: 'cancelled' }]);
  informed.send({ type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', role: 'assistant', delta: 'Well.' });
  finish(informed);
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  const said = { content: 'Then do something else' };
  await foreign.harness.request('POST', `/api/tasks/${foreign.taskId}/messages`, said);
  const next = await begun(foreign, 2);
  expect(next.input.resume).toBeUndefined();
  expect(next.input.messages.at(-1)?.content).toBe(said.content);
});

it('an agent that refuses the answers is quoted, and the question is open again', async () => {
  foreign = await startForeign('ag-ui');
  interrupt(await begun(foreign, 0), { id: 'a', reason: 'confirmation' });
  const [prompt] = await foreign.open(1);
  await foreign.decide(prompt!, { type: 'approve' });
  const next = await begun(foreign, 1);
  next.send({ type: 'RUN_ERROR', message: 'Interrupt a is unknown.' });
  next.end();
  const [again] = await foreign.open(1);
  expect(again).toMatchObject({
    id: prompt!.id,
    decision: null,
    returned: { state: 'refused', failure: 'The agent refused it: Interrupt a is unknown.' },
  });
});

it('a run that has worked before it fails has accepted the answers', async () => {
  foreign = await startForeign('ag-ui');
  interrupt(await begun(foreign, 0), { id: 'a', reason: 'confirmation' });
  const [prompt] = await foreign.open(1);
  await foreign.decide(prompt!, { type: 'approve' });
  const next = await begun(foreign, 1);
  next.send({ type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', role: 'assistant', delta: 'Sent.' });
  next.send({ type: 'RUN_ERROR', message: 'Out of memory.' });
  next.end();
  await foreign.harness.untilStatus(foreign.taskId, 'failed');
  expect((await foreign.prompt(prompt!.id)).decision?.state).toBe('acknowledged');
});

it('a member that can still be recalled holds the others back', async () => {
  const clock = createManualClock();
  foreign = await startForeign('ag-ui', { clock, policy: { recallMs: 5_000 } });
  interrupt(await begun(foreign, 0), { id: 'a', reason: 'confirmation' }, two[1]!);
  const [first, second] = await foreign.open(2);
  const a = await foreign.decide(first!, { type: 'approve' });
  await foreign.pass(clock, 4_000);
  await foreign.decide(second!, edit({ answer: 'Bonn' }));
  await foreign.pass(clock, 1_000);
  const recall = () =>
    foreign.harness.request('POST', `/api/decisions/${a.body.decisionId}/recall`);
  // Its own window has ended, but it has not been sent: only the group as a whole may be sent, at 9 s.
  expect((await foreign.prompt(first!.id)).decision?.state).toBe('recorded');
  expect(foreign.agent.runs).toHaveLength(1);
  expect((await recall()).status).toBe(409);
  await foreign.pass(clock, 4_000);
  const next = await foreign.run(1);
  expect(next.input.resume).toHaveLength(2);
});

it('a recalled member is open again, and the others wait for it', async () => {
  const clock = createManualClock();
  foreign = await startForeign('ag-ui', { clock, policy: { recallMs: 5_000 } });
  interrupt(await begun(foreign, 0), { id: 'a', reason: 'confirmation' }, two[1]!);
  const [first, second] = await foreign.open(2);
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  await foreign.decide(first!, { type: 'approve' });
  const b = await foreign.decide(second!, edit({ answer: 'Bonn' }));
  await foreign.harness.request('POST', `/api/decisions/${b.body.decisionId}/recall`);
  const [again] = await foreign.open(1);
  expect(again!.id).toBe(second!.id);
  expect((await foreign.prompt(first!.id)).decision?.waitsFor).toEqual([second!.id]);
  await foreign.pass(clock, 60_000);
  await foreign.decide(again!, edit({ answer: 'Ulm' }));
  await foreign.pass(clock, 5_000);
  expect((await foreign.run(1)).input.resume).toMatchObject([
    { payload: true },
    { payload: 'Ulm' },
  ]);
});

it.each([
  [
    'an unknown reason without a schema',
    { reason: 'acme:review', metadata: { risk: 'high' } },
    { type: 'instruction', content: { text: 'Only the small ones' } } as const,
    'Only the small ones',
  ],
  [
    'a schema that is none',
    { reason: 'x', responseSchema: { type: 7, title: 'What?' } },
    edit({ answer: [1] }),
    [1],
  ],
])('%s renders and can be answered', async (_, odd, feedback, payload) => {
  foreign = await startForeign('ag-ui');
  interrupt(await begun(foreign, 0), { id: 'odd', ...odd });
  const [prompt] = await foreign.open(1);
  expect(prompt!.ask).not.toBe('');
  expect((await foreign.decide(prompt!, feedback)).status).toBe(201);
  expect((await foreign.run(1)).input.resume).toMatchObject([{ interruptId: 'odd', payload }]);
});

it('shows in advance what would be sent to the agent, without secrets and without side effects', async () => {
  foreign = await startForeign('ag-ui');
  const run = await begun(foreign, 0);
  interrupt(run, { id: 'a', reason: 'confirmation' }, two[1]!);
  const [first, second] = await foreign.open(2);
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  await foreign.decide(first!, { type: 'approve' });
  const before = foreign.harness.events(foreign.taskId).length;
  const { body, status } = await foreign.preview(second!, edit({ answer: 'Bonn' }));
  expect(status).toBe(200);
  expect(body).toMatchObject({
    as: 'run',
    url: foreign.agent.url,
    headerNames: ['x-secret'],
    waitsFor: [],
    body: { threadId: foreign.taskId, resume: [{ payload: true }, { payload: 'Bonn' }] },
  });
  expect(JSON.stringify(body)).not.toContain('do-not-tell');
  expect(foreign.harness.events(foreign.taskId)).toHaveLength(before);
  expect((await foreign.prompt(second!.id)).state).toBe('open');
  await foreign.decide(second!, edit({ answer: 'Bonn' }));
  const { runId: _, ...sent } = (await foreign.run(1)).input;
  const { runId: __, ...shown } = body.body as RunAgentInput;
  expect(sent).toEqual(shown);
});
