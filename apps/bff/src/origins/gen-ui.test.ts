import { afterEach, expect, it } from 'vitest';
import { begun, type Foreign, finish, startForeign } from '../testing/foreign.ts';
import type { AgentRun } from '../testing/scripted-agent.ts';

let foreign: Foreign;
afterEach(() => foreign?.close());

const output = (run: AgentRun, what: object, messageId = 'm') =>
  run.send({ type: 'BUSINESS_DATA_CONTENT', messageId, delta: { output: what } });
const button = (run: AgentRun, name: string) => output(run, { type: 'button', data: { name } });
const choose = (choice: string) => ({ type: 'edit', content: { value: { choice } } }) as const;
const form = {
  type: 'form',
  title: 'Your stay',
  schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

it('buttons of a message are one follow-up, and the choice is sent as text with a new run', async () => {
  foreign = await startForeign('hai');
  const run = await begun(foreign, 0);
  run.send({ type: 'BUSINESS_DATA_START', messageId: 'm' });
  output(run, { type: 'text', content: 'All done. Go on?' });
  button(run, 'Publish');
  button(run, 'Discard');
  run.send({ type: 'BUSINESS_DATA_END', messageId: 'm' });
  finish(run);
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  const [prompt] = await foreign.open(1);
  expect(prompt).toMatchObject({
    origin: { protocol: 'hai', kind: 'button', answeredBy: 'words' },
    blocking: false,
    ask: 'All done. Go on?',
    message: {
      upContext: { schema: { properties: { choice: { enum: ['Publish', 'Discard'] } } } },
    },
  });
  expect((await foreign.decide(prompt!, choose('Sell'))).status).toBe(422);
  const { body } = await foreign.decide(prompt!, choose('Publish'));
  const next = await begun(foreign, 1);
  expect(next.input.messages.at(-1)).toEqual({
    id: body.decisionId,
    role: 'user',
    content: 'Publish',
  });
  expect(next.input.forwardedProps).toEqual({
    genUi: { type: 'button', messageId: 'm', value: 'Publish' },
  });
  finish(next);
  await foreign.untilDecision(prompt!.id, 'acknowledged');
  // The words are in the task, sent by the operator.
  const spoken = foreign.harness
    .events(foreign.taskId)
    .filter(
      ({ agentId, event }) =>
        agentId === 'operator:admin' && event.type === 'BUSINESS_DATA_CONTENT',
    );
  expect(spoken.at(-1)?.event).toMatchObject({ messageId: body.decisionId, delta: 'Publish' });
});

it('a button that is added later makes it a different question', async () => {
  foreign = await startForeign('hai');
  const run = await begun(foreign, 0);
  button(run, 'Publish');
  const [before] = await foreign.open(1);
  button(run, 'Discard');
  await foreign.harness.until(
    () =>
      foreign.harness
        .facts(foreign.taskId, 'countersign.prompt')
        .some(({ change }) => change === 'revised') || undefined,
  );
  expect((await foreign.decide(before!, { type: 'approve' })).status).toBe(412);
});

it('a form is a follow-up with its schema; an open run with a feedback endpoint gets the answer directly', async () => {
  foreign = await startForeign('hai', { feedback: true });
  const run = await begun(foreign, 0);
  output(run, form);
  const [prompt] = await foreign.open(1);
  expect(prompt).toMatchObject({
    origin: { protocol: 'hai', kind: 'form', answeredBy: 'words' },
    ask: 'Your stay',
  });
  expect((await foreign.decide(prompt!, { type: 'approve' })).status).toBe(422);
  const value = { city: 'Bonn' };
  const { body } = await foreign.decide(prompt!, { type: 'edit', content: { value } });
  const reported = await foreign.agent.feedback(0);
  expect(reported).toMatchObject({
    key: body.decisionId,
    message: {
      messageId: body.decisionId,
      state: 'submitted',
      upFeedback: { type: 'instruction', content: { text: '{"city":"Bonn"}' } },
      genUi: { type: 'form', messageId: 'm', value },
    },
  });
  await foreign.untilDecision(prompt!.id, 'delivered');
  expect(foreign.agent.runs).toHaveLength(1);
});

it.each([
  ['buttons', (run: AgentRun) => button(run, 'Publish'), 'button'],
  ['a form', (run: AgentRun) => output(run, form), 'form'],
])(
  'an agent whose stream is closed by a person learns that nobody will use %s',
  async (_, offer, kind) => {
    foreign = await startForeign('hai', { feedback: true });
    offer(await begun(foreign, 0));
    const [prompt] = await foreign.open(1);
    expect(prompt).toMatchObject({ origin: { kind } });
    const stop = { action: 'stop', idempotencyKey: 'key-stop-1' };
    await foreign.harness.request('POST', `/api/tasks/${foreign.taskId}/control`, stop);
    await foreign.harness.untilStatus(foreign.taskId, 'cut-off');
    const { message } = await foreign.agent.feedback(0);
    expect(message).toMatchObject({
      ...{ state: 'cancelled', parentMessageId: 'm', upPrompt: { ended: 'withdrawn' } },
      explanation: 'The stream of the run was closed before an answer was given.',
    });
    expect(await foreign.prompt(prompt!.id)).toMatchObject({ state: 'withdrawn' });
    expect(foreign.agent.runs).toHaveLength(1);
  },
);

it('a dismissed question sends nothing; a question the task has passed is withdrawn', async () => {
  foreign = await startForeign('hai');
  const run = await begun(foreign, 0);
  output(run, form, 'one');
  output(run, form, 'two');
  finish(run);
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  const [one, two] = await foreign.open(2);
  expect((await foreign.preview(one!, { type: 'reject' })).body).toBeNull();
  expect((await foreign.decide(one!, { type: 'reject' })).status).toBe(201);
  const said = { content: 'Something else' };
  await foreign.harness.request('POST', `/api/tasks/${foreign.taskId}/messages`, said);
  const next = await begun(foreign, 1);
  expect(next.input.messages.at(-1)?.content).toBe('Something else');
  const gone = await foreign.harness.untilPrompt(foreign.taskId, 'withdrawn');
  expect(gone).toMatchObject({ id: two!.id, closedReason: 'The task continued without it.' });
  expect((await foreign.prompt(one!.id)).decision).toMatchObject({ state: 'recorded' });
  expect(foreign.agent.runs).toHaveLength(2);
});
