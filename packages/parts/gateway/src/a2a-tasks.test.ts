import { type GatewayHarness, startGatewayHarness } from '@countersign/bff/testing/gateway-harness';
import { createManualClock, type ManualClock } from '@countersign/bff/testing/manual-clock';
import { startScriptedAgent } from '@countersign/bff/testing/scripted-agent';
import { type JsonObject, memberOf } from '@countersign/json/json-object';
import { afterEach, expect, it } from 'vitest';

let gateway: GatewayHarness;
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await gateway.close();
  for (const close of closing.splice(0).reverse()) await close();
});

async function openPainter(callerMayAnswer = false): Promise<void> {
  gateway = await startGatewayHarness();
  await gateway.open(await gateway.servePainter(), { callerMayAnswer });
}

const send = (text: string, more: JsonObject = {}, configuration: JsonObject = {}) =>
  gateway.a2a('message/send', {
    message: {
      ...{ kind: 'message', messageId: `m-${text}`, role: 'user' },
      parts: [{ kind: 'text', text }],
      ...more,
    },
    configuration,
  });
const resultOf = (answer: JsonObject): JsonObject => {
  if (answer['result'] === undefined) throw new Error(JSON.stringify(answer));
  return answer['result'] as JsonObject;
};
const idOf = (answer: JsonObject) => String(resultOf(answer)['id']);
const historyOf = (answer: JsonObject) => resultOf(answer)['history'];

it.each([
  ['tasks/cancel', 'canceled'],
  ['CancelTask', 'TASK_STATE_CANCELED'],
])('%s answers with the task when it is cancelled', async (method, state) => {
  await openPainter();
  const id = idOf(await send('the hall'));
  expect(resultOf(await gateway.a2a(method, { id }))).toMatchObject({ id, status: { state } });
  expect(resultOf(await gateway.a2a(method, { id }))).toMatchObject({ id, status: { state } });
});

/** A painter that runs on and confirms a stop only when the test says so. */
async function openSilentPainter(clock: ManualClock) {
  const agent = await startScriptedAgent({
    controlSays: 'running',
    onRun: (run) => run.send({ type: 'RUN_STARTED' }),
  });
  closing.push(agent.close);
  gateway = await startGatewayHarness({ clock });
  const control = { url: agent.controlUrl, actions: ['stop'] };
  const { hostname: host, port } = new URL(agent.url);
  await gateway.open({
    ...{ name: 'painter', protocol: 'http', host, port: Number(port), agent_protocol: 'hai' },
    agent_info: { agent_descriptor: { id: 'painter', name: 'Painter', url: agent.url, control } },
  });
  const id = idOf(await send('the hall', {}, { blocking: false }));
  const run = await agent.run(0);
  await gateway.untilStatus(id, 'running');
  const stopDelivered = async () => {
    expect(await agent.control(0)).toMatchObject({ action: 'stop' });
    await gateway.until(() =>
      gateway.facts(id, 'countersign.control').some(({ change }) => change === 'delivered'),
    );
  };
  return { id, run, stopDelivered };
}

it('an agent that does not confirm that it stopped is not said to have stopped', async () => {
  const clock = createManualClock();
  const { id, run, stopDelivered } = await openSilentPainter(clock);
  const cancelled = gateway.a2a('tasks/cancel', { id });
  await stopDelivered();
  clock.advance(20_000);
  expect(memberOf(await cancelled, 'error')).toMatchObject({
    code: -32_002,
    message: expect.stringMatching(/^The agent was asked to stop, and has not confirmed/),
  });
  expect(resultOf(await gateway.a2a('tasks/get', { id }))).toMatchObject({
    status: { state: 'working' },
  });
  run.send({ type: 'CUSTOM', name: 'hai.control', value: { action: 'stop', status: 'stopped' } });
  run.send({ type: 'RUN_FINISHED' });
  await gateway.untilStatus(id, 'stopped');
  expect(resultOf(await gateway.a2a('tasks/cancel', { id }))).toMatchObject({
    status: { state: 'canceled' },
  });
});

it('a client of MCP waits as long for the stop, and gets the same answer', async () => {
  const clock = createManualClock();
  const { id, stopDelivered } = await openSilentPainter(clock);
  const client = await gateway.connectMcp();
  const given = { agent: 'painter', task_id: id };
  const cancelled = client.callTool({ name: 'cancel_agent_task', arguments: given });
  await stopDelivered();
  clock.advance(20_000);
  expect(await cancelled).toMatchObject({
    ...{ isError: true, structuredContent: { error: { code: 'task-not-cancelable' } } },
    content: [{ text: expect.stringMatching(/^The agent was asked to stop, and has not/) }],
  });
  expect(await client.callTool({ name: 'get_agent_task', arguments: given })).toMatchObject({
    structuredContent: { state: 'working' },
  });
});

it('over ACP a run is being cancelled until its agent confirms the stop', async () => {
  const { id, run, stopDelivered } = await openSilentPainter(createManualClock());
  const cancel = await gateway.post(`/gateway/acp/runs/${id}/cancel`, {});
  expect([cancel.status, await cancel.json()]).toMatchObject([202, { status: 'cancelling' }]);
  await stopDelivered();
  run.send({ type: 'CUSTOM', name: 'hai.control', value: { action: 'stop', status: 'stopped' } });
  run.send({ type: 'RUN_FINISHED' });
  await gateway.untilStatus(id, 'stopped');
  const again = await gateway.post(`/gateway/acp/runs/${id}/cancel`, {});
  expect([again.status, await again.json()]).toMatchObject([202, { status: 'cancelled' }]);
});

it('a task has its messages, as many as its reader asks for', async () => {
  await openPainter(true);
  const sent = await send('the hall', {}, { historyLength: 5 });
  const id = idOf(sent);
  const hall = {
    ...{ kind: 'message', messageId: 'm-the hall', role: 'user', taskId: id },
    parts: [{ kind: 'text', text: 'the hall' }],
  };
  expect(historyOf(sent)).toMatchObject([hall]);
  const question = /"question":\{"id":"([^"]+)"/.exec(JSON.stringify(sent))?.[1];
  const parts = [{ kind: 'data', data: { type: 'approve' } }];
  const answered = await send('yes', { taskId: id, parts, metadata: { questionId: question } });
  expect(historyOf(answered)).toBeUndefined();
  const asked = {
    ...{ messageId: question, role: 'agent' },
    parts: [{ kind: 'text', text: 'Paint for “the hall”?' }],
  };
  const answer = { role: 'user', parts: [{ data: { type: 'approve' } }] };
  const get = (historyLength?: number) =>
    gateway.a2a('tasks/get', { id, ...(historyLength === undefined ? {} : { historyLength }) });
  expect(historyOf(await get())).toMatchObject([hall, asked, answer]);
  expect(historyOf(await get(2))).toMatchObject([asked, answer]);
  expect(historyOf(await get(0))).toBeUndefined();
  const current = await gateway.a2a('GetTask', { id, historyLength: 3 });
  const [first] = historyOf(current) as JsonObject[];
  expect(first).toMatchObject({ role: 'ROLE_USER', parts: [{ text: 'the hall' }] });
  expect(first).not.toHaveProperty('kind');
});

it('what other people have answered is not disclosed', async () => {
  await openPainter();
  const id = idOf(await send('the hall'));
  await gateway.decide(await gateway.asked(id), { type: 'approve' });
  await gateway.untilStatus(id, 'finished');
  expect(historyOf(await gateway.a2a('tasks/get', { id }))).toMatchObject([
    { role: 'user' },
    { role: 'agent' },
  ]);
});
