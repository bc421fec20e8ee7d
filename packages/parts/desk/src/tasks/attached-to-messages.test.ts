import { randomUUID } from 'node:crypto';
import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import {
  type AgentRun,
  type ScriptedAgent,
  startScriptedAgent,
} from '@countersign/bff/testing/scripted-agent';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { cardAt, startA2aAgent, statusUpdate, taskIn } from '@countersign/testkit/a2a-agent';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import { afterEach, expect, it } from 'vitest';

let harness: Harness;
let agent: ScriptedAgent;
afterEach(async () => {
  await harness.close();
  await agent?.close();
});

const notes = { kind: 'text', name: 'notes.txt', text: 'Bring a coat.' };
const picture = { kind: 'file', name: 'map.png', mediaType: 'image/png', data: 'iVBORw0KGgo=' };
const entry = { description: 'Attached: notes.txt', value: 'Bring a coat.' };
const part = {
  type: 'image',
  source: { type: 'data', value: picture.data, mimeType: 'image/png' },
  metadata: { filename: 'map.png' },
};
const inWords = 'Look.\n\nAttached: notes.txt, map.png';
const withFile = [{ type: 'text', text: inWords }, part];

/** An agent with an open run. */
async function setUp({ takesFeedback = true, status = 200 } = {}) {
  agent = await startScriptedAgent({
    onRun: ({ input: { threadId, runId }, send }) => send({ type: 'RUN_STARTED', threadId, runId }),
    feedbackStatus: () => status,
  });
  harness = await startHarness({
    agents: [describeAgent(agent, { feedback: takesFeedback, control: true })],
  });
  const { taskId } = await harness.start();
  const run = await agent.run(0);
  await harness.untilStatus(taskId, 'running');
  return { taskId, run };
}

function finish({ input: { threadId, runId }, send, end }: AgentRun): void {
  send({ type: 'RUN_FINISHED', threadId, runId });
  end();
}

const say = (taskId: string, body: object) =>
  harness.request('POST', `/api/tasks/${taskId}/messages`, {
    content: 'Look.',
    idempotencyKey: randomUUID(),
    ...body,
  });

const waiting = (taskId: string) =>
  foldThread(emptyThread(taskId), harness.events(taskId)).waiting.map(
    ({ id, state, attachments }) => ({ id, state, attachments }),
  );

it('an open run is given what is attached with the words, and later runs have it again', async () => {
  const { taskId, run } = await setUp();
  const said = await say(taskId, { attachments: [notes, picture] });
  expect(said.body.to).toBe('running');
  const { message } = await agent.feedback(0);
  expect(message.upFeedback).toEqual({
    type: 'instruction',
    content: { text: inWords, attached: { context: [entry], parts: [part] } },
  });
  expect(JSON.stringify(harness.events(taskId))).not.toContain(picture.data);
  for (const [index, before] of [run, null].entries()) {
    finish(before ?? (await agent.run(index)));
    await harness.untilStatus(taskId, 'finished');
    await say(taskId, { content: 'Go on.' });
    const { input } = await agent.run(index + 1);
    expect(input.context).toEqual([entry]);
    expect(input.messages.find(({ id }) => id === said.body.messageId)?.content).toEqual(withFile);
  }
});

it('what an open run refuses goes with the next run, once', async () => {
  const { taskId, run } = await setUp({ status: 422 });
  await say(taskId, { attachments: [notes, picture] });
  await agent.feedback(0);
  await harness.until(() => waiting(taskId).length === 1);
  finish(run);
  const { input, text } = await agent.run(1);
  expect(input.context).toEqual([entry]);
  expect(input.messages.at(-1)?.content).toEqual(withFile);
  expect(text.split(picture.data)).toHaveLength(2);
  expect(JSON.stringify(harness.events(taskId))).not.toContain(picture.data);
});

it('what is attached to waiting words goes with them, in order', async () => {
  const { taskId, run } = await setUp({ takesFeedback: false });
  expect((await say(taskId, { attachments: [notes] })).body.to).toBe('next-run');
  await say(taskId, { content: 'And this.', attachments: [picture] });
  expect(waiting(taskId).map(({ attachments }) => attachments)).toEqual([1, 1]);
  finish(run);
  const { input } = await agent.run(1);
  expect(input.context).toEqual([entry]);
  expect(input.messages.slice(-2).map(({ content }) => content)).toEqual([
    'Look.\n\nAttached: notes.txt',
    [{ type: 'text', text: 'And this.\n\nAttached: map.png' }, part],
  ]);
});

it('more than one request may have does not wait', async () => {
  const { taskId } = await setUp({ takesFeedback: false });
  const large = { ...picture, data: 'A'.repeat(999_996) };
  const attachments = [large];
  expect((await say(taskId, { attachments })).status).toBe(202);
  const refused = await say(taskId, { attachments: [large, notes] });
  expect([refused.status, refused.body.type]).toEqual([409, expect.stringContaining('too-many')]);
  expect(JSON.stringify(refused.body)).toContain('attachment.queue-full');
  expect((await say(taskId, {})).status).toBe(202);
});

it('what was not sent is sent again with what is attached to it', async () => {
  const { taskId, run } = await setUp({ takesFeedback: false });
  await say(taskId, { attachments: [notes, picture] });
  await harness.request('POST', `/api/tasks/${taskId}/control`, {
    action: 'stop',
    idempotencyKey: randomUUID(),
  });
  await agent.control(0);
  run.send({ type: 'CUSTOM', name: 'hai.control', value: { action: 'stop', status: 'stopped' } });
  finish(run);
  await harness.untilStatus(taskId, 'stopped');
  const [left] = waiting(taskId);
  expect(left).toMatchObject({ state: 'not-sent', attachments: 2 });
  const again = { content: inWords, attachmentsOf: left?.id, idempotencyKey: randomUUID() };
  const sent = await say(taskId, again);
  expect(sent.body.to).toBe('new-run');
  const { input } = await agent.run(1);
  expect(input.context).toEqual([entry]);
  expect(input.messages.at(-1)?.content).toEqual(withFile);
  await harness.request('DELETE', `/api/tasks/${taskId}/messages/${left?.id}`);
  expect((await say(taskId, again)).body).toEqual(sent.body);
  expect((await say(taskId, { attachmentsOf: randomUUID() })).status).toBe(404);
  const other = await harness.start();
  expect((await say(other.taskId, { attachmentsOf: left?.id })).status).toBe(404);
});

it('an A2A task is sent them with its next message', async () => {
  const booking = await startA2aAgent();
  booking.card = JSON.stringify({
    ...cardAt(`${booking.origin}/a2a`),
    defaultInputModes: ['text/plain', 'image/*'],
  });
  harness = await startHarness({
    agents: [
      agentDescriptorSchema.parse({ id: 'demo', name: 'Desk', protocol: 'a2a', url: booking.url }),
    ],
  });
  const { taskId } = await harness.start();
  await booking.called('SendStreamingMessage');
  booking.say({ task: taskIn('WORKING') });
  await harness.untilStatus(taskId, 'running');
  expect((await say(taskId, { attachments: [notes, picture] })).body.to).toBe('next-run');
  booking.say(statusUpdate('COMPLETED'));
  const { params } = await booking.called('SendStreamingMessage', 1);
  expect(params['message']).toMatchObject({
    parts: [
      { text: inWords },
      { text: 'Attached: notes.txt\n\nBring a coat.' },
      { raw: picture.data, filename: 'map.png', mediaType: 'image/png' },
    ],
  });
  await booking.close();
});
