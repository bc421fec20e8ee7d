import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import { type ScriptedAgent, startScriptedAgent } from '@countersign/bff/testing/scripted-agent';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { cardAt, startA2aAgent, statusUpdate, taskIn } from '@countersign/testkit/a2a-agent';
import { afterEach, expect, it } from 'vitest';

let harness: Harness;
let agent: ScriptedAgent;
afterEach(async () => {
  await harness.close();
  await agent.close();
});

async function start(protocol = 'hai') {
  agent = await startScriptedAgent({
    onRun(run) {
      const { threadId, runId } = run.input;
      run.send({ type: 'RUN_STARTED', threadId, runId });
      run.send({ type: 'BUSINESS_DATA_START', messageId: 'm', role: 'assistant' });
      run.send({ type: 'BUSINESS_DATA_CONTENT', messageId: 'm', delta: 'Rain until noon.' });
      run.send({ type: 'BUSINESS_DATA_END', messageId: 'm', role: 'assistant' });
      run.send({ type: 'RUN_FINISHED', threadId, runId });
      run.end();
    },
  });
  harness = await startHarness({ agents: [{ ...describeAgent(agent), protocol }] });
}

const post = (body: object) =>
  harness.request('POST', '/api/tasks', { agentId: 'demo', message: 'Plan the day.', ...body });

const notes = { kind: 'text', name: 'notes.txt', text: 'Bring a coat.' };
const picture = { kind: 'file', name: 'map.png', mediaType: 'image/png', data: 'iVBORw0KGgo=' };
const entry = { description: 'Attached: notes.txt', value: 'Bring a coat.' };

it('texts are entries of the context, files are parts of the message, and both are named in it', async () => {
  await start();
  const { body } = await post({ attachments: [notes, picture], language: 'zh-CN' });
  const { input } = await agent.run(0);
  expect(input.context).toEqual([
    entry,
    { description: 'Language the operator reads (BCP 47)', value: 'zh-CN' },
  ]);
  const words = 'Plan the day.\n\nAttached: notes.txt, map.png';
  expect(input.messages).toMatchObject([
    {
      role: 'user',
      content: [
        { type: 'text', text: words },
        {
          type: 'image',
          source: { type: 'data', value: picture.data, mimeType: 'image/png' },
          metadata: { filename: 'map.png' },
        },
      ],
    },
  ]);
  expect(JSON.stringify(harness.events(String(body['taskId'])))).toContain('Attached: notes.txt');
});

it('a later run of the task has the texts again', async () => {
  await start();
  const { body } = await post({ attachments: [notes] });
  await agent.run(0);
  await harness.untilStatus(String(body['taskId']), 'finished');
  await harness.request('POST', `/api/tasks/${body['taskId']}/messages`, { content: 'Go on.' });
  const { input } = await agent.run(1);
  expect(input.context).toEqual([entry]);
});

it('the result of another task is what its agent said last', async () => {
  await start();
  const { body: first } = await post({ title: 'The weather' });
  await harness.untilStatus(String(first['taskId']), 'finished');
  const { status } = await post({
    attachments: [{ kind: 'result', taskId: first['taskId'] }],
  });
  expect(status).toBe(201);
  const { input } = await agent.run(1);
  expect(input.context).toEqual([
    { description: 'Attached: The weather', value: 'Rain until noon.' },
  ]);
});

it('what cannot be attached is refused, and starts nothing', async () => {
  await start();
  const refused = async (attachments: unknown[]) => (await post({ attachments })).status;
  expect(await refused([{ kind: 'result', taskId: 'nowhere' }])).toBe(404);
  expect(await refused([{ ...notes, text: 'x'.repeat(200_001) }])).toBe(400);
  expect(await refused([{ ...picture, data: 'not Base64!' }])).toBe(400);
  expect(await refused(Array.from({ length: 11 }, () => notes))).toBe(400);
  expect(agent.runs).toHaveLength(0);
});

it('an agent of a protocol without files is given none', async () => {
  await start('mcp');
  const { status, body } = await post({ attachments: [picture] });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('map.png cannot be attached');
});

it('a message that starts a run has attachments too', async () => {
  await start();
  const { body } = await post({});
  const taskId = String(body['taskId']);
  await harness.untilStatus(taskId, 'finished');
  const say = (more: object) =>
    harness.request('POST', `/api/tasks/${taskId}/messages`, { content: 'Look.', ...more });
  expect((await say({ attachments: [notes, picture] })).status).toBe(202);
  const { input } = await agent.run(1);
  expect(input.context).toEqual([entry]);
  expect(input.messages?.at(-1)?.content).toMatchObject([
    { type: 'text', text: 'Look.\n\nAttached: notes.txt, map.png' },
    { type: 'image', metadata: { filename: 'map.png' } },
  ]);
  await harness.untilStatus(taskId, 'finished');
  await say({});
  expect((await agent.run(2)).input.context).toEqual([entry]);
});

it('a file is a part of an A2A message, if the card says that the agent takes its type', async () => {
  const booking = await startA2aAgent();
  const described = { id: 'demo', name: 'Booking desk', protocol: 'a2a', url: booking.url };
  const skills = [{ id: 'map', name: 'Read maps', tags: [], inputModes: ['image/*'] }];
  const card = { ...cardAt(`${booking.origin}/a2a`), defaultInputModes: ['text/plain'], skills };
  booking.card = JSON.stringify(card);
  agent = await startScriptedAgent({});
  harness = await startHarness({ agents: [agentDescriptorSchema.parse(described)] });
  const pdf = { ...picture, name: 'map.pdf', mediaType: 'application/pdf' };
  const refused = await post({ attachments: [pdf] });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('the agent accepts text/plain, image/*');
  const { body } = await post({ attachments: [notes, picture] });
  const { params } = await booking.called('SendStreamingMessage');
  expect(params['message']).toMatchObject({
    parts: [
      { text: 'Plan the day.\n\nAttached: notes.txt, map.png' },
      { raw: picture.data, filename: 'map.png', mediaType: 'image/png' },
      { text: 'Attached: notes.txt\n\nBring a coat.' },
    ],
  });
  booking.say({ task: taskIn('WORKING') });
  booking.say(statusUpdate('COMPLETED'));
  await harness.untilStatus(String(body['taskId']), 'finished');
  const path = `/api/tasks/${String(body['taskId'])}/messages`;
  await harness.request('POST', path, { content: 'And this.', attachments: [notes, picture] });
  const again = await booking.called('SendStreamingMessage', 1);
  expect(again.params['message']).toMatchObject({
    parts: [
      { text: 'And this.\n\nAttached: notes.txt, map.png' },
      { text: 'Attached: notes.txt\n\nBring a coat.' },
      { raw: picture.data, filename: 'map.png', mediaType: 'image/png' },
    ],
  });
  await booking.close();
});
