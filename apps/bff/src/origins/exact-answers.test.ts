import { memberOf } from '@countersign/json/json-object';
import { afterEach, expect, it } from 'vitest';
import {
  begun,
  callTool,
  type Foreign,
  finish,
  interrupt,
  startForeign,
} from '../testing/foreign.ts';

let foreign: Foreign;
afterEach(() => foreign?.close());

const edit = (value: unknown) => ({ type: 'edit', content: { value } }) as const;
const say = (text: string) => ({ type: 'instruction', content: { text } }) as const;
const object = (properties: object, ...required: string[]) => ({
  type: 'object',
  properties,
  required,
});
const words = (...list: string[]) => ({ type: 'string', enum: list });

/** The only question of a run that ends with these interrupts. */
async function asked(...interrupts: object[]) {
  foreign = await startForeign('ag-ui');
  interrupt(await begun(foreign, 0), ...interrupts);
  const [prompt] = await foreign.open(1);
  return prompt!;
}

const resumed = async (index = 1) => {
  const { resume } = (await foreign.run(index)).input;
  return resume?.map((entry) => memberOf(entry, 'payload'));
};

it('what the operator says is what arrives; any other word is refused with its place', async () => {
  const responseSchema = object(
    { status: words('accepted', 'cancelled', 'delivered'), parcel: { type: 'string' } },
    'status',
  );
  const prompt = await asked({ id: 'i', reason: 'x:y', message: 'Which state?', responseSchema });
  expect((await foreign.decide(prompt, { type: 'approve' })).status).toBe(422);
  const refused = await foreign.decide(prompt, edit({ status: 'lost', parcel: 'P7' }));
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toMatchObject([{ path: '/content/value/status' }]);
  const given = { status: 'delivered', parcel: 'P7' };
  expect((await foreign.decide(prompt, edit(given))).status).toBe(201);
  expect(await resumed()).toEqual([given]);
});

it('an edit in words alone is no refusal: its value is missing', async () => {
  const words = { type: 'edit', content: { text: 'The other one' } } as const;
  const missing = [{ path: '/content/value', statement: { code: 'answer.value-missing' } }];
  const responseSchema = object({ approved: { type: 'boolean' }, city: { type: 'string' } });
  const prompt = await asked({ id: 'i', reason: 'x:y', message: 'Book?', responseSchema });
  const interrupted = await foreign.decide(prompt, words);
  expect(interrupted).toMatchObject({ status: 422, body: { errors: missing } });
  await foreign.decide(prompt, edit({ approved: true, city: 'Bonn' }));
  const run = await begun(foreign, 1);
  callTool(run, 'c', 'ask', { question: 'Where?' });
  finish(run);
  const [called] = await foreign.open(1);
  expect(await foreign.decide(called!, words)).toMatchObject({
    status: 422,
    body: { errors: missing },
  });
  expect(foreign.agent.runs).toHaveLength(2);
});

it('an instruction is never another answer', async () => {
  const responseSchema = object(
    { decision: words('approve', 'reject'), comment: { type: 'string' } },
    'decision',
  );
  const prompt = await asked({ id: 'i', reason: 'x:y', message: 'Pay?', responseSchema });
  const refused = await foreign.decide(prompt, say('Escalate to the board'));
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toMatchObject([{ path: '/type' }]);
  await foreign.decide(prompt, { type: 'reject', content: { reason: 'Too much' } });
  expect(await resumed()).toEqual([{ decision: 'reject', comment: 'Too much' }]);
});

it('a verdict beside other values is sent as given, and what is only shown cannot be given', async () => {
  foreign = await startForeign('ag-ui');
  const run = await begun(foreign, 0);
  callTool(run, 'c', 'ship', { parcel: 'P7' });
  const responseSchema = object(
    { decision: words('approve', 'reject'), carrier: words('DHL', 'UPS') },
    'decision',
  );
  interrupt(run, { id: 'i', reason: 'tool_call', toolCallId: 'c', responseSchema });
  const [prompt] = await foreign.open(1);
  const changed = await foreign.decide(
    prompt!,
    edit({ arguments: { parcel: 'P8' }, carrier: 'UPS' }),
  );
  expect(changed.status).toBe(422);
  expect(changed.body.errors).toMatchObject([{ path: '/content/value/arguments' }]);
  await foreign.decide(prompt!, edit({ decision: 'reject', carrier: 'UPS' }));
  expect(await resumed()).toEqual([{ decision: 'reject', carrier: 'UPS' }]);
});

it('several interrupts with one id are one question and one answer', async () => {
  const responseSchema = object({ approved: { type: 'boolean' } }, 'approved');
  const one = (message: string) => ({ id: 'i', reason: 'confirmation', message, responseSchema });
  const prompt = await asked(one('Pay Ada?'), one('Pay Bob?'), one('Remove /srv?'));
  for (const text of ['Pay Ada?', 'Pay Bob?', 'Remove /srv?']) {
    expect(prompt.message.upPrompt?.ask).toContain(text);
  }
  await foreign.decide(prompt, { type: 'approve' });
  expect(await resumed()).toEqual([{ approved: true }]);
});

it('a confirmation of a call is answered as the result that its framework reads', async () => {
  foreign = await startForeign('ag-ui', {
    tools: [{ name: 'send_email', description: '', parameters: {}, approval: 'agno' }],
  });
  const run = await begun(foreign, 0);
  // A tool of the agent's own: not one that a run may declare.
  expect(run.input.tools?.map(({ name }) => name)).not.toContain('send_email');
  callTool(run, 'c', 'send_email', { to: 'ada@example.org' });
  finish(run);
  const [prompt] = await foreign.open(1);
  expect(prompt!.message.payload).toEqual({ to: 'ada@example.org' });
  await foreign.decide(prompt!, { type: 'reject', content: { reason: 'Wrong Ada' } });
  const next = await foreign.run(1);
  expect(next.input.messages.at(-1)).toMatchObject({
    role: 'tool',
    toolCallId: 'c',
    content: '{"accepted":false,"note":"Wrong Ada"}',
  });
});

it('an AG-UI agent is sent the version spoken here, in every run, and its own is kept', async () => {
  const prompt = await asked({ id: 'i', reason: 'confirmation', message: 'Pay?' });
  await foreign.decide(prompt, { type: 'approve' });
  const run = await foreign.run(1);
  run.send({
    type: 'RUN_STARTED',
    threadId: foreign.taskId,
    runId: run.input.runId,
    protocolVersion: '1.0',
  });
  finish(run);
  await foreign.harness.untilStatus(foreign.taskId, 'finished');
  expect(foreign.agent.runs.map(({ input }) => memberOf(input, 'protocolVersion'))).toEqual([
    '1.0',
    '1.0',
  ]);
  const events = foreign.harness.events(foreign.taskId).map(({ event }) => event);
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'RUN_STARTED', protocolVersion: '1.0' }),
  );
  expect(foreign.harness.facts(foreign.taskId, 'countersign.anomaly')).toEqual([]);
});

it('an agent of HAI is sent no version of AG-UI', async () => {
  foreign = await startForeign('hai');
  expect((await foreign.run(0)).input).not.toHaveProperty('protocolVersion');
});
