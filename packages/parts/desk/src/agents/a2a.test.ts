import { randomUUID } from 'node:crypto';
import type { Prompt } from '@countersign/api/prompt';
import { type Harness, type HarnessOptions, startHarness } from '@countersign/bff/testing/harness';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import {
  type A2aAgent,
  a2aIds,
  agentMessage,
  artifactUpdate,
  cardAt,
  startA2aAgent,
  statusUpdate,
  taskIn,
} from '@countersign/testkit/a2a-agent';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { publishCounts } from '../controls/control-operations.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { createCallbacks } from './callbacks.ts';

const secret = 'only-for-the-booking-desk';
const askId = 'b0fb257b-9fbc-4236-972b-2e727e36004f';

let agent: A2aAgent;
let harness: Harness;
beforeEach(async () => {
  agent = await startA2aAgent();
});
afterEach(async () => {
  await harness?.close();
  await agent.close();
});

async function serve(options: HarnessOptions = {}, url = agent.url) {
  const described = { id: 'demo', name: 'Booking desk', protocol: 'a2a', url };
  harness = await startHarness({
    agents: [agentDescriptorSchema.parse({ ...described, headers: { 'x-secret': secret } })],
    ...options,
  });
}

const texts = (taskId: string): Record<string, string> => {
  const said: Record<string, string> = {};
  for (const { event } of harness.events(taskId)) {
    if (event.type !== 'BUSINESS_DATA_CONTENT' || !event.messageId.startsWith('a2a:')) continue;
    const delta = typeof event.delta === 'string' ? event.delta : JSON.stringify(event.delta);
    said[event.messageId] = (said[event.messageId] ?? '') + delta;
  }
  return said;
};
const decide = (prompt: Prompt, feedback: object) =>
  harness.request('POST', `/api/prompts/${prompt.id}/decisions`, {
    feedback,
    digest: prompt.digest,
    idempotencyKey: randomUUID(),
  });
const untilSaid = (taskId: string, text: string) =>
  harness.until(() => Object.values(texts(taskId)).some((said) => said.includes(text)));
const question = () =>
  statusUpdate('INPUT_REQUIRED', agentMessage(askId, { text: 'Which train, 7:05 or 9:10?' }));
const story = `a2a:${a2aIds.taskId}/story`;

it('asks by a task that requires input, and is answered by the next message of that task', async () => {
  await serve();
  const { taskId } = await harness.start('demo', 'Book a train');
  const first = await agent.called('SendStreamingMessage');
  expect(first).toMatchObject({
    secret,
    params: { message: { role: 'ROLE_USER', parts: [{ text: 'Book a train' }] } },
  });
  agent.say({ task: taskIn('SUBMITTED') });
  agent.say(artifactUpdate('story', [{ text: 'Two trains: ' }]));
  agent.say(artifactUpdate('story', [{ text: '7:05 and ' }, { text: '9:10.' }], { append: true }));
  agent.say(question());
  const prompt = await harness.untilPrompt(taskId, 'open');
  expect(prompt).toMatchObject({
    ask: 'Which train, 7:05 or 9:10?',
    origin: { protocol: 'a2a', kind: 'input-required', answeredBy: 'resume' },
    way: { by: 'run', run: 'finished' },
  });
  const preview = await harness.request('POST', `/api/prompts/${prompt.id}/preview`, {
    feedback: { type: 'instruction', content: { text: 'The later one' } },
  });
  expect(preview.body).toMatchObject({ as: 'run', url: `${agent.origin}/a2a` });
  const answer = { type: 'instruction', content: { text: 'The later one' } };
  expect((await decide(prompt, answer)).status).toBe(201);
  const second = await agent.called('SendStreamingMessage', 1);
  expect(second.params['message']).toMatchObject({
    parts: [{ text: 'The later one' }],
    ...a2aIds,
  });
  // A task is continued by what it was: question, artifact and all.
  const artifacts = [{ artifactId: 'story', parts: [{ text: 'Two trains: 7:05 and 9:10.' }] }];
  const asked = agentMessage(askId, { text: 'Which train, 7:05 or 9:10?' });
  agent.say({ task: taskIn('INPUT_REQUIRED', { artifacts, history: [asked] }, asked) });
  agent.say(statusUpdate('COMPLETED', agentMessage('d569d0b4', { text: 'Booked for 9:10.' })));
  await harness.untilStatus(taskId, 'finished');
  await untilSaid(taskId, 'Booked for 9:10.');
  expect(texts(taskId)).toEqual({
    [story]: 'Two trains: 7:05 and 9:10.',
    [`a2a:${askId}`]: 'Which train, 7:05 or 9:10?',
    'a2a:d569d0b4': 'Booked for 9:10.',
  });
  expect(harness.facts(taskId, 'countersign.anomaly')).toEqual([]);
  // The task has ended: what is said now begins another one in the same context.
  await harness.request('POST', `/api/tasks/${taskId}/messages`, { content: 'And back?' });
  const third = await agent.called('SendStreamingMessage', 2);
  expect(third.params['message']).toMatchObject({
    contextId: a2aIds.contextId,
    referenceTaskIds: [a2aIds.taskId],
    parts: [{ text: 'And back?' }],
  });
  expect(third.params['message']).not.toHaveProperty('taskId');
});

it('asks in UpFormat inside a data part: the full form, answered in UpFormat', async () => {
  await serve();
  const { taskId } = await harness.start('demo', 'Pay');
  await agent.called('SendStreamingMessage');
  const data = {
    messageId: 'upf-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
    state: 'needsHumanDecision',
    payload: { amount: 12345678901234567890n.toString(), to: 'Nordic Paper' },
    upPrompt: { ask: 'Pay this invoice?' },
  };
  const mediaType = 'application/vnd.upformat+json';
  agent.say({ task: taskIn('WORKING') });
  const message = agentMessage(askId, { data, mediaType });
  agent.say(statusUpdate('INPUT_REQUIRED', message));
  const prompt = await harness.untilPrompt(taskId, 'open');
  expect(prompt).toMatchObject({ ask: 'Pay this invoice?', message: { payload: data.payload } });
  await decide(prompt, { type: 'approve' });
  const second = await agent.called('SendStreamingMessage', 1);
  expect(second.params['message']).toMatchObject({
    ...a2aIds,
    parts: [
      { mediaType, data: { parentMessageId: data.messageId, upFeedback: { type: 'approve' } } },
      { text: 'Approved.' },
    ],
  });
  agent.say({ task: taskIn('INPUT_REQUIRED', { history: [message] }, message) });
  agent.say(statusUpdate('COMPLETED'));
  await harness.untilStatus(taskId, 'finished');
  const opened = harness
    .facts(taskId, 'countersign.prompt')
    .filter(({ change }) => change === 'opened');
  expect(opened).toHaveLength(1);
  const changes = () => harness.facts(taskId, 'countersign.decision').map(({ change }) => change);
  await harness.until(() => changes().includes('acknowledged'));
});

it('is not said to go on after its end where its task is read again', async () => {
  await serve();
  const { taskId } = await harness.start('demo', 'A long story');
  await agent.called('SendStreamingMessage');
  const ended = taskIn('COMPLETED', {
    artifacts: [{ artifactId: 'story', parts: [{ text: 'End.' }] }],
  });
  agent.say({ task: ended });
  agent.say(statusUpdate('COMPLETED'));
  agent.say({ task: { ...ended, metadata: { readAt: '2026-11-28T12:00:00Z' } } });
  await harness.untilStatus(taskId, 'finished');
  agent.cut();
  await harness.untilEvent(taskId, ({ type }) => type === 'RUN_FINISHED');
  expect(harness.events(taskId).map(({ event }) => event.type)).not.toContain('RAW');
  expect(harness.facts(taskId, 'countersign.anomaly')).toEqual([]);
});

it('takes no edit in words alone where it has proposed values', async () => {
  await serve();
  const { taskId } = await harness.start('demo', 'Book a train');
  await agent.called('SendStreamingMessage');
  agent.say({ task: taskIn('WORKING') });
  const message = agentMessage(askId, { data: { train: '7:05' } });
  agent.say(statusUpdate('INPUT_REQUIRED', message));
  const prompt = await harness.untilPrompt(taskId, 'open');
  const refused = await decide(prompt, { type: 'edit', content: { text: 'The later one' } });
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: '/content/value' }] } });
  await decide(prompt, { type: 'edit', content: { value: { train: '9:10' } } });
  const { params } = await agent.called('SendStreamingMessage', 1);
  expect(params['message']).toMatchObject({ parts: [{ data: { train: '9:10' } }] });
});

const upFormatType = 'application/vnd.upformat+json';
const askedUntil = (expiresAt: string, upPrompt: object = {}) =>
  agentMessage(askId, {
    data: {
      messageId: 'upf-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
      state: 'needsHumanDecision',
      payload: { train: '7:05' },
      upPrompt: { ask: 'This train?', expiresAt, ...upPrompt },
    },
    mediaType: upFormatType,
  });

it.each([
  ['expired', {}, 'Nobody answered in time.'],
  [
    'default-refused',
    { allowed: ['reject'], defaultFeedback: { type: 'approve' } },
    'Nobody answered in time, and the default was not sent',
  ],
])(
  'receives at the deadline, not before, that its question has ended: %s',
  async (ended, more, why) => {
    const clock = createManualClock();
    await serve({ clock });
    const { taskId } = await harness.start('demo', 'Book a train');
    await agent.called('SendStreamingMessage');
    agent.say({ task: taskIn('WORKING') });
    const expiresAt = new Date(clock.now() + 60_000).toISOString();
    agent.say(statusUpdate('INPUT_REQUIRED', askedUntil(expiresAt, more)));
    await harness.untilPrompt(taskId, 'open');
    clock.advance(59_999);
    await harness.services.journal.commit(publishCounts, null);
    expect(agent.calls.filter(({ method }) => method === 'SendStreamingMessage')).toHaveLength(1);
    clock.advance(1);
    const sent = await harness.until(() => {
      clock.advance(0);
      return agent.calls.filter(({ method }) => method === 'SendStreamingMessage')[1];
    });
    expect(sent.params['message']).toMatchObject({
      ...a2aIds,
      parts: [
        {
          mediaType: upFormatType,
          data: {
            state: 'cancelled',
            parentMessageId: 'upf-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
            upPrompt: { ended },
          },
        },
        { text: expect.stringContaining(why) },
      ],
    });
    expect(await harness.untilPrompt(taskId, 'expired')).toMatchObject({ decision: null });
  },
);

it('receives in words that nobody will answer what it asked in its own way', async () => {
  await serve();
  const { taskId } = await harness.start('demo', 'Book a train');
  await agent.called('SendStreamingMessage');
  agent.say({ task: taskIn('WORKING') });
  agent.say(question());
  const prompt = await harness.untilPrompt(taskId, 'open');
  agent.refusal = { code: -32_004, message: 'Later' };
  await decide(prompt, { type: 'instruction', content: { text: '9:10' } });
  await harness.until(
    async () => (await readPrompt(harness.services.journal.read, prompt.id))?.returned,
  );
  agent.refusal = null;
  const before = agent.calls.length;
  const path = `/api/prompts/${prompt.id}/dismissal`;
  const dismissed = await harness.request('POST', path, { reason: 'No train today' });
  expect(dismissed.body).toMatchObject({ state: 'withdrawn' });
  const sent = await harness.until(() => agent.calls[before]);
  expect(sent).toMatchObject({
    method: 'SendStreamingMessage',
    params: {
      message: { ...a2aIds, parts: [{ text: expect.stringContaining('No train today') }] },
    },
  });
});

it.each([
  [
    'in its stream',
    (size: string) => statusUpdate('INPUT_REQUIRED', agentMessage(askId, { text: size })),
  ],
  [
    'as its task',
    (size: string) => ({ task: taskIn('INPUT_REQUIRED', {}, agentMessage(askId, { text: size })) }),
  ],
])('asks too much to be read %s: a row with its size, answered in words', async (_, asked) => {
  await serve();
  const { taskId } = await harness.start('demo', 'Book a train');
  await agent.called('SendStreamingMessage');
  agent.say({ task: taskIn('WORKING') });
  agent.say(asked('x'.repeat(2_050_000)));
  const prompt = await harness.untilPrompt(taskId, 'open');
  expect(prompt).toMatchObject({
    ask: 'A question of 2.1 MB could not be read',
    blocking: true,
    origin: { kind: 'unread', answeredBy: 'words' },
  });
  await harness.untilStatus(taskId, 'finished');
  await decide(prompt, { type: 'instruction', content: { text: 'Ask for less' } });
  const { params } = await agent.called('SendStreamingMessage', 1);
  expect(params['message']).toMatchObject({ ...a2aIds, parts: [{ text: 'Ask for less' }] });
});

it('asks for a sign-in', async () => {
  await serve();
  const { taskId } = await harness.start('demo', 'Read my mail');
  await agent.called('SendStreamingMessage');
  agent.say({ task: taskIn('WORKING') });
  agent.say(statusUpdate('AUTH_REQUIRED', agentMessage(askId, { text: 'Sign in at the mail.' })));
  const prompt = await harness.untilPrompt(taskId, 'open');
  expect(prompt.origin).toMatchObject({ protocol: 'a2a', kind: 'auth-required' });
  await decide(prompt, { type: 'approve' });
  const { params } = await agent.called('SendStreamingMessage', 1);
  expect(params['message']).toMatchObject({ ...a2aIds, parts: [{ text: 'Approved.' }] });
});

it('is stopped by cancelling its task', async () => {
  await serve();
  const { taskId } = await harness.start('demo', 'A long story');
  await agent.called('SendStreamingMessage');
  agent.say({ task: taskIn('WORKING') });
  await harness.untilEvent(taskId, ({ type }) => type === 'STATE_SNAPSHOT');
  const key = randomUUID();
  await harness.request('POST', `/api/tasks/${taskId}/control`, {
    action: 'stop',
    idempotencyKey: key,
  });
  expect((await agent.called('CancelTask')).params).toEqual({ id: a2aIds.taskId });
  agent.say(statusUpdate('CANCELED'));
  await harness.untilStatus(taskId, 'stopped');
});

it('is followed again after a broken stream: what was missed is added, and nothing is doubled', async () => {
  await serve();
  const { taskId } = await harness.start('demo', 'A long story');
  await agent.called('SendStreamingMessage');
  agent.say({ task: taskIn('WORKING') });
  agent.say(artifactUpdate('story', [{ text: 'Once ' }]));
  await untilSaid(taskId, 'Once ');
  agent.cut();
  expect((await agent.called('SubscribeToTask')).params).toEqual({ id: a2aIds.taskId });
  const parts = [{ text: 'Once upon ' }, { data: { page: 2 } }];
  agent.say({ task: taskIn('WORKING', { artifacts: [{ artifactId: 'story', parts }] }) });
  agent.say(artifactUpdate('story', [{ text: 'a time.' }], { append: true, lastChunk: true }));
  agent.say(statusUpdate('COMPLETED'));
  await harness.untilStatus(taskId, 'finished');
  expect(texts(taskId)).toEqual({
    [story]: 'Once upon a time.',
    [`${story}#1`]: '{"output":{"type":"a2a.data","data":{"page":2}}}',
  });
  expect(harness.facts(taskId, 'countersign.anomaly')).toEqual([]);
});

it('that opens its stream and closes it at once is lost all the while', async () => {
  await serve();
  const { taskId } = await harness.start('demo', 'A long story');
  await agent.called('SendStreamingMessage');
  agent.say({ task: taskIn('WORKING') });
  await harness.untilEvent(taskId, ({ type }) => type === 'STATE_SNAPSHOT');
  const contacts = (is: string) =>
    harness
      .facts<{ change: string; attempt?: number }>(taskId, 'countersign.agent')
      .filter(({ change }) => change === is);
  for (const round of [1, 2, 3]) {
    agent.cut();
    await agent.called('SubscribeToTask', round - 1);
    // What it says is known.
    agent.say({ task: taskIn('WORKING') });
    await harness.until(() => contacts('connected').length > round);
  }
  expect(contacts('reconnecting').map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  expect(contacts('lost')).toHaveLength(1);
  agent.say(artifactUpdate('story', [{ text: 'The end.' }]));
  await untilSaid(taskId, 'The end.');
  agent.cut();
  await harness.until(() => contacts('lost').length === 2);
});

it.each([
  ['has ended', 'COMPLETED', 'finished'],
  ['has failed', 'FAILED', 'failed'],
] as const)('whose subscription ends at once is read: its task %s', async (_, state, status) => {
  await serve();
  const { taskId } = await harness.start('demo', 'A long story');
  await agent.called('SendStreamingMessage');
  agent.say({ task: taskIn('WORKING') });
  await harness.untilEvent(taskId, ({ type }) => type === 'STATE_SNAPSHOT');
  agent.endsSubscriptions = true;
  const artifacts = [{ artifactId: 'story', parts: [{ text: 'The end.' }] }];
  agent.task = taskIn(state, { artifacts });
  agent.cut();
  await harness.untilStatus(taskId, status);
  expect(texts(taskId)).toEqual({ [story]: 'The end.' });
  expect(agent.calls.filter(({ method }) => method === 'SubscribeToTask')).toHaveLength(1);
  expect(agent.calls.filter(({ method }) => method === 'SendStreamingMessage')).toHaveLength(1);
});

it('whose subscriptions always end at once is read again and again while its task works', async () => {
  await serve();
  const { taskId } = await harness.start('demo', 'A long story');
  await agent.called('SendStreamingMessage');
  agent.say({ task: taskIn('WORKING') });
  await harness.untilEvent(taskId, ({ type }) => type === 'STATE_SNAPSHOT');
  agent.endsSubscriptions = true;
  agent.task = taskIn('WORKING');
  agent.cut();
  await agent.called('GetTask', 1);
  agent.task = taskIn('COMPLETED');
  await harness.untilStatus(taskId, 'finished');
  expect(agent.calls.filter(({ method }) => method === 'SubscribeToTask')).toHaveLength(1);
});

it('is followed by the server that is started after this one was killed', async () => {
  await serve();
  const { directory } = harness;
  const { taskId } = await harness.start('demo', 'A long story');
  await agent.called('SendStreamingMessage');
  agent.say({ task: taskIn('WORKING') });
  agent.say(artifactUpdate('story', [{ text: 'Once ' }, { url: 'https://a.example/b.pdf' }]));
  await untilSaid(taskId, 'b.pdf');
  await harness.close('keep-directory');
  await serve({ directory });
  await agent.called('SubscribeToTask');
  const parts = [{ text: 'Once upon ' }, { url: 'https://a.example/b.pdf' }];
  const artifacts = [{ artifactId: 'story', parts }];
  agent.say({ task: taskIn('WORKING', { artifacts }) });
  agent.say(artifactUpdate('story', [{ text: 'a time.' }], { append: true }));
  agent.say(statusUpdate('COMPLETED'));
  await harness.untilStatus(taskId, 'finished');
  const file = '{"output":{"type":"file","url":"https://a.example/b.pdf"}}';
  expect(texts(taskId)).toEqual({ [story]: 'Once upon a time.', [`${story}#1`]: file });
  expect(agent.calls.filter(({ method }) => method === 'SendStreamingMessage')).toHaveLength(1);
});

it.each(['COMPLETED', 'INPUT_REQUIRED'])(
  'is read if it refuses, in the stream, to be followed: %s',
  async (state) => {
    await serve();
    const { taskId } = await harness.start('demo', 'A long story');
    await agent.called('SendStreamingMessage');
    agent.say({ task: taskIn('WORKING') });
    await harness.untilEvent(taskId, ({ type }) => type === 'STATE_SNAPSHOT');
    agent.refusesInStreams = true;
    agent.task = taskIn(
      state,
      {
        artifacts: [{ artifactId: 'story', parts: [{ text: 'The end.' }] }],
      },
      agentMessage(askId, { text: 'Another one?' }),
    );
    agent.cut();
    await agent.called('GetTask');
    await harness.untilEvent(taskId, ({ type }) => type === 'RUN_FINISHED');
    expect(texts(taskId)).toEqual({ [story]: 'The end.', [`a2a:${askId}`]: 'Another one?' });
    if (state === 'INPUT_REQUIRED') await harness.untilPrompt(taskId, 'open');
    const types = harness.events(taskId).map(({ event }) => event.type);
    expect(types).not.toContain('RUN_ERROR');
  },
);

it('is sent no message a second time that it may have received before a restart', async () => {
  await serve();
  const { taskId } = await harness.start('demo', 'Book a train');
  await agent.called('SendStreamingMessage');
  agent.say({ task: taskIn('WORKING') });
  agent.say(statusUpdate('COMPLETED'));
  await harness.untilStatus(taskId, 'finished');
  agent.isSilent = true;
  const other = await harness.start('demo', 'Book another');
  await agent.called('SendStreamingMessage', 1);
  await harness.request('POST', `/api/tasks/${taskId}/messages`, { content: 'And back?' });
  await agent.called('SendStreamingMessage', 2);
  const { directory } = harness;
  await harness.close('keep-directory');
  agent.isSilent = false;
  await serve({ directory });
  await harness.untilStatus(other.taskId, 'lost');
  await harness.untilStatus(taskId, 'lost');
  expect(agent.calls.filter(({ method }) => method === 'SendStreamingMessage')).toHaveLength(3);
});

it('is sent after a restart what waited for its card', async () => {
  await serve();
  agent.isSilent = true;
  const { taskId } = await harness.start('demo', 'Book a train');
  await agent.called('card');
  const { directory } = harness;
  await harness.close('keep-directory');
  agent.isSilent = false;
  await serve({ directory });
  await agent.called('SendStreamingMessage');
  agent.say({ task: taskIn('WORKING') });
  agent.say(statusUpdate('COMPLETED'));
  await harness.untilStatus(taskId, 'finished');
});

it('is read again when it reports progress, with the token of its run only', async () => {
  const clock = createManualClock();
  await serve({ clock });
  agent.refusesStreams = true;
  agent.task = taskIn('WORKING');
  const { taskId, runId } = await harness.start('demo', 'A long story');
  const { params } = await agent.called('SendStreamingMessage');
  const { token, url } = createCallbacks(Buffer.alloc(32, 7), () => 'http://127.0.0.1').of(runId);
  expect(params).toMatchObject({ configuration: { taskPushNotificationConfig: { url, token } } });
  agent.say({ task: taskIn('WORKING') });
  await harness.untilEvent(taskId, ({ type }) => type === 'STATE_SNAPSHOT');
  agent.cut();
  await harness.until(() =>
    harness.facts(taskId, 'countersign.agent').some(({ change }) => change === 'reconnecting'),
  );
  const report = (value: string, type = 'application/a2a+json') =>
    harness.request(
      'POST',
      `/api/callbacks/${runId}`,
      { task: { id: 'forged' } },
      {
        'x-a2a-notification-token': value,
        'content-type': type,
        authorization: '',
      },
    );
  expect((await report('guessed')).status).toBe(401);
  expect(agent.calls).toHaveLength(1);
  // No time passes: what follows is due to the reports.
  expect((await report(token)).status).toBe(204);
  await agent.called('GetTask');
  agent.task = taskIn('COMPLETED', {
    artifacts: [{ artifactId: 'story', parts: [{ text: 'The end.' }] }],
  });
  expect((await report(token, 'application/json')).status).toBe(204);
  await harness.untilStatus(taskId, 'finished');
  expect(texts(taskId)).toEqual({ [story]: 'The end.' });
});

it('refuses a message with HTTP 200: the run has failed, and so has what it carries', async () => {
  await serve();
  const { taskId } = await harness.start('demo', 'Book a train');
  await agent.called('SendStreamingMessage');
  agent.say({ task: taskIn('WORKING') });
  agent.say(question());
  const prompt = await harness.untilPrompt(taskId, 'open');
  agent.refusal = { code: -32_004, message: 'The task has been closed' };
  await decide(prompt, { type: 'instruction', content: { text: '9:10' } });
  const failed = await harness.untilEvent(taskId, ({ type }) => type === 'RUN_ERROR');
  expect(failed.event).toMatchObject({
    message: expect.stringContaining('It refused: The task has been closed (-32004).'),
  });
  await harness.until(() =>
    harness.facts(taskId, 'countersign.decision').some(({ change }) => change === 'undeliverable'),
  );
});

it('that breaks off before it named its task is not started a second time', async () => {
  await serve();
  const { taskId } = await harness.start('demo', 'Book a train');
  await agent.called('SendStreamingMessage');
  await harness.until(() =>
    harness.facts(taskId, 'countersign.agent').some(({ change }) => change === 'connected'),
  );
  agent.cut();
  await harness.untilStatus(taskId, 'lost');
  expect(agent.calls).toHaveLength(1);
});

it('shows its card', async () => {
  await serve();
  const { body } = await harness.request('GET', '/api/agents/demo/card');
  expect(body).toMatchObject({
    fault: null,
    card: {
      name: 'Booking desk',
      version: '2.1.0',
      skills: [{ name: 'Book a train', tags: ['travel'], examples: ['To Oslo'] }],
      interfaces: [{ url: `${agent.origin}/a2a`, transport: 'JSONRPC', used: true, why: null }],
      pushes: true,
    },
  });
});

const elsewhere = 'http://127.0.0.1:9/admin';
it.each([
  ['of another host', () => JSON.stringify(cardAt(elsewhere)), 'on another host'],
  [
    'of a metadata service',
    () => JSON.stringify(cardAt('http://169.254.169.254/latest')),
    'on another host',
  ],
  ['without http', () => JSON.stringify(cardAt('file:///etc/passwd')), 'not an http or https URL'],
  [
    'of wrong types',
    () => '{"name":{},"url":[],"skills":"x","capabilities":7}',
    'names no address',
  ],
  ['that is a page', () => '<!doctype html><title>Hello</title>', 'not an agent card'],
  ['without an end', () => `{"name":"${'x'.repeat(600_000)}"}`, 'too large'],
])('refuses a card %s, and calls nothing', async (_name, card, why) => {
  agent.card = card() ?? '';
  await serve();
  const { body } = await harness.request('GET', '/api/agents/demo/card');
  expect(body.card).toBeNull();
  expect(body.fault).toContain(why);
  const { taskId } = await harness.start('demo', 'Book a train');
  const failed = await harness.untilEvent(taskId, ({ type }) => type === 'RUN_ERROR');
  expect(failed.event).toMatchObject({ message: expect.stringContaining(why) });
  expect(agent.calls).toEqual([]);
});
