import type { Prompt } from '@countersign/api/prompt';
import { type Asking, startAsking } from '@countersign/bff/testing/asking';
import {
  begun,
  callTool,
  type Foreign,
  finish,
  interrupt,
  startForeign,
} from '@countersign/bff/testing/foreign';
import type { AgentRun } from '@countersign/bff/testing/scripted-agent';
import { afterEach, expect, it, vi } from 'vitest';

let asking: Asking | undefined;
let foreign: Foreign | undefined;
afterEach(async () => {
  await asking?.close();
  await foreign?.close();
  asking = undefined;
  foreign = undefined;
});

const inMs = (ms: number) => new Date((asking?.clock.now() ?? 0) + ms).toISOString();
/** Of the foreign agent. */
const ended = () =>
  foreign?.harness.services.journal.read.get<{ state: string }>(
    "SELECT state FROM outbox WHERE kind = 'end'",
  );
const outboxOf = (kind: string) =>
  asking?.harness.services.journal.read.get<{ state: string; id: string }>(
    'SELECT id, state FROM outbox WHERE kind = ?',
    kind,
  );

it('tells an agent in its open run that nobody answered in time, once, also over a restart', async () => {
  asking = await startAsking();
  const prompt = await asking.ask({ expiresAt: inMs(1_000) });
  await asking.pass(1_000);
  const { message, key } = await asking.agent.feedback(0);
  expect(message).toEqual({
    messageId: expect.stringMatching(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
    ),
    threadId: prompt.message.threadId,
    parentMessageId: 'p1',
    timestamp: expect.any(String),
    state: 'cancelled',
    agentId: 'countersign',
    explanation: 'Nobody answered in time.',
    upPrompt: { ended: 'expired' },
  });
  await asking.restart(5_000);
  await asking.pass(60_000);
  expect(new Set(asking.agent.feedbacks.map((one) => one.key))).toEqual(new Set([key]));
  expect((await outboxOf('end'))?.state).toBe('done');
  expect(asking.agent.runs.filter(({ input }) => input.runId !== asking?.run.input.runId)).toEqual(
    [],
  );
});

it('repeats it until the agent has it, and leaves an agent in peace that does not know it', async () => {
  asking = await startAsking({
    script: { feedbackStatus: (index) => [503, 503, 400][index] ?? 200 },
  });
  await asking.ask({ expiresAt: inMs(1_000) });
  await asking.pass(1_000);
  await asking.pass(60_000);
  await asking.pass(60_000);
  await asking.harness.until(() => asking?.agent.feedbacks.length === 3);
  await asking.pass(600_000);
  expect(asking.agent.feedbacks).toHaveLength(3);
  expect(new Set(asking.agent.feedbacks.map((one) => one.key)).size).toBe(1);
  expect((await outboxOf('end'))?.state).toBe('dead');
});

it('says of a task that its agent waits while nothing is open, until the agent says something else', async () => {
  asking = await startAsking({ script: { feedbackStatus: (index) => (index === 1 ? 200 : 400) } });
  const unanswered = async () =>
    (await asking?.harness.request('GET', `/api/tasks/${asking.taskId}`))?.body.unanswered;
  await asking.ask({ expiresAt: inMs(1_000) });
  expect(await unanswered()).toBeUndefined();
  await asking.pass(1_000);
  expect(await unanswered()).toBe(true);
  const again = await asking.ask({ messageId: 'p2' });
  expect(await unanswered()).toBeUndefined();
  await asking.decide(again);
  expect(await unanswered()).toBeUndefined();
  const last = await asking.ask({ messageId: 'p3', expiresAt: inMs(1_000) });
  await asking.pass(1_000);
  expect((await asking.prompt(last.id)).state).toBe('expired');
  expect(await unanswered()).toBe(true);
  asking.say({ messageId: 'm1', state: 'submitted' });
  await asking.harness.until(async () => ((await unanswered()) === undefined ? true : undefined));
});

it('says of a default that the question itself does not allow that it was refused', async () => {
  asking = await startAsking();
  await asking.ask({
    expiresAt: inMs(1_000),
    allowedFeedback: ['reject'],
    defaultFeedback: { type: 'approve' },
  });
  await asking.pass(1_000);
  const { message } = await asking.agent.feedback(0);
  expect(message).toMatchObject({
    state: 'cancelled',
    explanation: expect.stringMatching(/the default was not sent/),
    upPrompt: { ended: 'default-refused' },
  });
});

it('reports the end by a new run to an agent whose run has ended with the question, also where the run continues', async () => {
  asking = await startAsking({ feedback: false });
  await asking.ask({ expiresAt: inMs(1_000) });
  await asking.pass(1_000);
  expect(asking.agent.runs).toHaveLength(1);
  asking.run.send({ type: 'RUN_FINISHED', threadId: asking.taskId, runId: asking.run.input.runId });
  const { input } = await asking.nextRun(1);
  expect(input.forwardedProps).toMatchObject({
    upFormat: { parentMessageId: 'p1', state: 'cancelled', upPrompt: { ended: 'expired' } },
  });
  expect(input.messages.at(-1)).toMatchObject({
    role: 'user',
    content: 'Nobody answered in time.',
  });
  await asking.pass(60_000);
  expect(asking.agent.runs).toHaveLength(2);
});

it('starts no run for a refinement that nobody wanted', async () => {
  asking = await startAsking({ feedback: false });
  await asking.ask({ state: 'followup', expiresAt: inMs(1_000) });
  asking.run.send({ type: 'RUN_FINISHED', threadId: asking.taskId, runId: asking.run.input.runId });
  await asking.harness.untilStatus(asking.taskId, 'finished');
  await asking.pass(60_000);
  expect(asking.changes('prompt')).toContain('expired');
  expect(asking.agent.runs).toHaveLength(1);
});

it('starts no run after a failure', async () => {
  asking = await startAsking({ feedback: false });
  await asking.ask({ expiresAt: inMs(1_000) });
  asking.run.send({ type: 'RUN_ERROR', message: 'It broke.' });
  await asking.harness.untilStatus(asking.taskId, 'failed');
  await asking.pass(60_000);
  expect(asking.agent.runs).toHaveLength(1);
  expect((await outboxOf('end'))?.state).toBe('done');
});

it('says nothing to an agent that has withdrawn its question itself', async () => {
  asking = await startAsking();
  await asking.ask();
  asking.say({ state: 'cancelled', explanation: 'No longer.' });
  await asking.harness.until(() => asking?.changes('prompt').includes('withdrawn'));
  await asking.pass(60_000);
  expect(asking.agent.feedbacks).toEqual([]);
});

const review = (id: string, expiresAt: string) => ({
  ...{ id, expiresAt, reason: 'langgraph:interrupt', message: 'Send the mail?' },
  responseSchema: { type: 'object', properties: { approved: { type: 'boolean' } } },
});

it('cancels an interrupt in the words of AG-UI: a new run without a message of a person', async () => {
  foreign = await startForeign('ag-ui');
  interrupt(await begun(foreign, 0), review('i-1', soon()));
  const next = await begun(foreign, 1);
  expect(next.input.resume).toMatchObject([
    { interruptId: 'i-1', status: 'cancelled', metadata: { reason: 'Nobody answered in time.' } },
  ]);
  expect(next.input.messages.filter(({ role }) => role === 'user')).toHaveLength(1);
  finish(next);
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  expect(foreign.agent.runs).toHaveLength(2);
});

it('tells of interrupts of one run together, when the last of them is closed', async () => {
  foreign = await startForeign('ag-ui');
  interrupt(await begun(foreign, 0), review('i-1', soon()), review('i-2', soon(600)));
  const { input } = await begun(foreign, 1);
  expect(input.resume).toMatchObject([
    { interruptId: 'i-1', status: 'cancelled' },
    { interruptId: 'i-2', status: 'cancelled' },
  ]);
});

it('leaves to the answers of others what they say of an interrupt that has ended', async () => {
  foreign = await startForeign('ag-ui');
  interrupt(await begun(foreign, 0), review('i-1', soon()), review('i-2', soon(60_000)));
  const [other] = await foreign.open(1);
  await foreign.decide(other!, { type: 'approve' });
  const next = await begun(foreign, 1);
  expect(next.input.resume).toMatchObject([
    { interruptId: 'i-2', status: 'resolved' },
    { interruptId: 'i-1', status: 'cancelled' },
  ]);
  finish(next);
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  expect(foreign.agent.runs).toHaveLength(2);
});

const soon = (ms = 300) => new Date(Date.now() + ms).toISOString();

const onInterrupt = (run: AgentRun, value: unknown, id = 'f'.repeat(32)) => {
  run.send({
    type: 'CUSTOM',
    name: 'on_interrupt',
    value: JSON.stringify(value),
    rawEvent: { id },
  });
  finish(run);
};
const inbox = (expiresAt: string) => ({
  ...{ action_request: { action: 'send', args: { to: 'Ada' } }, expiresAt },
  config: { allow_accept: true, allow_ignore: true },
});

it.each<[string, (expiresAt: string) => object, object]>([
  [
    'in the words of Agent Inbox',
    inbox,
    { forwardedProps: { command: { resume: [{ type: 'ignore', args: null }] } } },
  ],
  [
    'in the words of LangChain’s middleware',
    (expiresAt) => ({
      ...{ actionRequests: [{ name: 'send', args: { to: 'Ada' } }], expiresAt },
      reviewConfigs: [{ actionName: 'send', allowedDecisions: ['approve', 'reject'] }],
    }),
    {
      forwardedProps: {
        command: {
          resume: { decisions: [{ type: 'reject', message: 'Nobody answered in time.' }] },
        },
      },
    },
  ],
  [
    'by its schema',
    (expiresAt) => ({
      ...{ message: 'Send the mail?', expiresAt },
      responseSchema: {
        ...{ type: 'object', required: ['approved'] },
        properties: { approved: { type: 'boolean' }, reason: { type: 'string' } },
      },
    }),
    {
      forwardedProps: {
        command: { resume: { approved: false, reason: 'Nobody answered in time.' } },
      },
    },
  ],
  [
    'cancelled as an interrupt of AG-UI, where no value refuses',
    (expiresAt) => ({ message: 'Which city?', expiresAt }),
    {
      resume: [
        {
          ...{ interruptId: 'f'.repeat(32), status: 'cancelled' },
          metadata: { reason: 'Nobody answered in time.' },
        },
      ],
    },
  ],
])('ends a question of a CUSTOM event %s', async (_, asking, sent) => {
  foreign = await startForeign('ag-ui');
  onInterrupt(await begun(foreign, 0), asking(soon()));
  const next = await begun(foreign, 1);
  expect(next.input).toMatchObject(sent);
  expect(next.input.messages.filter(({ role }) => role === 'user')).toHaveLength(1);
  finish(next);
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  expect(foreign.agent.runs).toHaveLength(2);
});

/** Answers a question, which its agent refuses, and dismisses it then. */
async function dismissRefused(prompt: Prompt, refuse: (run: AgentRun) => void): Promise<void> {
  if (foreign === undefined) throw new Error('no agent');
  await foreign.decide(prompt, { type: 'instruction', content: { text: 'Leipzig' } });
  refuse(await begun(foreign, 1));
  const [again] = await foreign.open(1);
  const path = `/api/prompts/${encodeURIComponent(again!.id)}/dismissal`;
  const { status } = await foreign.harness.request('POST', path, { reason: 'It is broken' });
  expect(status).toBe(200);
}

it('sends no end that its agent would read as the answer', async () => {
  foreign = await startForeign('ag-ui');
  onInterrupt(await begun(foreign, 0), 'Which city?');
  const [prompt] = await foreign.open(1);
  await dismissRefused(prompt!, (run) => onInterrupt(run, 'Which city?'));
  await vi.waitUntil(async () => (await ended())?.state === 'done', { timeout: 10_000 });
  expect(foreign.agent.runs).toHaveLength(2);
  // People see that the agent does not know.
  const { body } = await foreign.harness.request(
    'GET',
    `/api/prompts/${encodeURIComponent(prompt!.id)}`,
  );
  expect(body).toMatchObject({
    state: 'withdrawn',
    closedReason: expect.stringMatching(/It is broken The agent does not know that: /),
    closedStatement: {
      code: 'closed.not-reported',
      params: { ended: { code: 'closed.dismissed' } },
    },
  });
});

it('ends a call by an error result in a new run, once', async () => {
  foreign = await startForeign('ag-ui');
  const run = await begun(foreign, 0);
  callTool(run, 'c1', 'ask_person', { question: 'Which city?' });
  finish(run);
  const [prompt] = await foreign.open(1);
  await dismissRefused(prompt!, (again) => {
    again.send({ type: 'RUN_ERROR', message: 'Not now.' });
    again.end();
  });
  const next = await begun(foreign, 2);
  const result = next.input.messages.at(-1);
  expect(result).toMatchObject({
    ...{ role: 'tool', toolCallId: 'c1', content: expect.stringMatching(/^Cancelled: .*broken/) },
    error: expect.stringMatching(/^Cancelled: .*broken/),
  });
  expect(next.input.messages.filter(({ toolCallId }) => toolCallId === 'c1')).toHaveLength(1);
  finish(next);
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  expect(foreign.agent.runs).toHaveLength(3);
});
