import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { type ScriptedAgent, startScriptedAgent } from '@countersign/bff/testing/scripted-agent';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { afterEach, expect, it } from 'vitest';
import { capabilitiesOf } from '../agents/capabilities.ts';
import { readTask } from '../tasks/records.ts';

interface Call {
  method: string;
  url: string;
  body: unknown;
}

let harness: Harness;
let agent: ScriptedAgent;
let api: Server;
afterEach(async () => {
  await harness?.close();
  await agent?.close();
  api?.closeAllConnections();
  api?.close();
});

const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** Responds like the real servers: LangGraph 2.0.0 of langgraph-cli, CopilotKit runtime 1.75.0. */
async function serveApi(reply: (call: Call) => { status: number; body: unknown }) {
  const calls: Call[] = [];
  api = createServer(async (request: IncomingMessage, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const call = {
      method: request.method ?? '',
      url: request.url ?? '',
      body: text === '' ? null : JSON.parse(text),
    };
    calls.push(call);
    const { status, body } = reply(call);
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(body === null ? '' : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  return { calls, url: `http://127.0.0.1:${portOf(api)}` };
}

async function running(template: 'langgraph' | 'copilotkit' | null, control: string) {
  agent = await startScriptedAgent();
  const url = template === 'copilotkit' ? `${new URL(agent.url).origin}/agent/slow/run` : agent.url;
  const described = agentDescriptorSchema.parse({
    id: 'planner',
    name: 'Planner',
    url,
    control: template === null ? { url: control, actions: ['status'] } : { url: control, template },
  });
  harness = await startHarness({ agents: [described] });
  const { taskId, runId } = await harness.start('planner');
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId });
  await harness.untilStatus(taskId, 'running');
  return { taskId, runId, run };
}
const stop = (taskId: string) =>
  harness.request('POST', `/api/tasks/${taskId}/control`, {
    action: 'stop',
    idempotencyKey: 'key-stop-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  });
const stopControl = (taskId: string, state: string) =>
  harness.until(async () =>
    (await readTask(harness.services.journal.read, taskId))?.controls.find(
      (one) => one.state === state,
    ),
  );

const langGraphRun = (status: string) => ({
  run_id: 'be089a17-a579-493e-9c13-36778bb62e5b',
  thread_id: '9f3b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b13',
  assistant_id: 'cad1b5ad-d177-59d1-ab39-5e327188ed3a',
  status,
  multitask_strategy: 'reject',
});

it('cancels the run that LangGraph lists as running, by its own id', async () => {
  const { calls, url } = await serveApi(({ method }) =>
    method === 'GET'
      ? {
          status: 200,
          body: [langGraphRun('running'), { ...langGraphRun('success'), run_id: 'old' }],
        }
      : { status: 202, body: null },
  );
  const { taskId, runId, run } = await running('langgraph', `${url}/`);
  await stop(taskId);
  const acknowledged = await stopControl(taskId, 'acknowledged');
  expect(acknowledged).toMatchObject({ means: 'agent', settledAt: null });
  expect(calls.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
    `GET /threads/${taskId}/runs?limit=20`,
    `POST /threads/${taskId}/runs/be089a17-a579-493e-9c13-36778bb62e5b/cancel`,
  ]);
  await harness.untilStatus(taskId, 'stopping');
  // What its bridge sends then: an error named after the way of cancelling, then an end under LangGraph's own id.
  run.send({ type: 'RUN_ERROR', message: 'interrupt' });
  run.send({ type: 'RUN_FINISHED', threadId: taskId, runId: langGraphRun('error').run_id });
  run.end();
  await harness.untilStatus(taskId, 'stopped');
  expect(await stopControl(taskId, 'settled')).toMatchObject({ runId });
});

it('does not take 202 for an ended run as a stop: LangGraph must list a running one', async () => {
  const { url, calls } = await serveApi(() => ({ status: 200, body: [langGraphRun('success')] }));
  const { taskId } = await running('langgraph', url);
  await stop(taskId);
  expect(await stopControl(taskId, 'failed')).toMatchObject({
    failure: expect.stringContaining('no open run of this task'),
    failureStatement: {
      code: 'control.said',
      params: { said: { code: 'control.langgraph-no-run' } },
    },
  });
  expect(calls.every(({ method }) => method === 'GET')).toBe(true);
  await harness.untilStatus(taskId, 'running');
});

it('stops a run of CopilotKit by the names in its URL, and accepts it only if the response confirms it', async () => {
  let stopped = true;
  const { calls, url } = await serveApi(() => ({
    status: 200,
    body: stopped
      ? {
          stopped,
          interrupt: { type: 'RUN_ERROR', message: 'Run stopped by user', code: 'STOPPED' },
        }
      : { stopped, message: 'No active run for thread.' },
  }));
  const { taskId, runId, run } = await running('copilotkit', `${url}/api/copilotkit`);
  await stop(taskId);
  await stopControl(taskId, 'acknowledged');
  expect(calls).toEqual([
    { method: 'POST', url: `/api/copilotkit/agent/slow/stop/${taskId}`, body: { runId } },
  ]);
  run.send({ type: 'RUN_FINISHED', threadId: taskId, runId });
  await harness.untilStatus(taskId, 'stopped');
  stopped = false;
  const again = await harness.request('POST', `/api/tasks/${taskId}/messages`, {
    content: 'Go on',
  });
  const next = await agent.run(1);
  next.send({ type: 'RUN_STARTED', threadId: taskId, runId: again.body.runId });
  await harness.untilStatus(taskId, 'running');
  await harness.request('POST', `/api/tasks/${taskId}/control`, {
    action: 'stop',
    idempotencyKey: 'key-stop-second',
  });
  expect(await stopControl(taskId, 'failed')).toMatchObject({
    failure: expect.stringContaining('No active run'),
  });
});

it('asks a cut-off agent for the state of its run, and no longer shows it as possibly running after its response', async () => {
  let status = 'running';
  const { calls, url } = await serveApi(({ body }) => ({
    status: 200,
    body: { runId: (body as { runId: string }).runId, status },
  }));
  const { taskId } = await running(null, url);
  await stop(taskId);
  await harness.untilStatus(taskId, 'cut-off');
  await harness.until(() =>
    harness.facts(taskId, 'countersign.agent').find((fact) => fact.change === 'said'),
  );
  expect(calls[0]?.body).toMatchObject({ action: 'status', threadId: taskId });
  await harness.untilStatus(taskId, 'cut-off');
  status = 'stopped';
  const said = await harness.request('POST', `/api/tasks/${taskId}/status`, {});
  expect(said.body).toMatchObject({ answered: true, status: 'stopped' });
  await harness.untilStatus(taskId, 'stopped');
  const thread = await harness.services.snapshots.threadAt(taskId);
  expect(thread.run).toMatchObject({ status: 'stopped', said: { status: 'stopped' } });
  expect(thread.controls).toMatchObject([{ state: 'settled' }]);
});

it.each([
  ['pending', 'running'],
  ['running', 'running'],
  ['success', 'finished'],
  ['error', 'stopped'],
  ['interrupted', 'stopped'],
  ['timeout', 'stopped'],
])('reads from the list of LangGraph that a run is %s', async (listed, status) => {
  const { url, calls } = await serveApi(() => ({
    status: 200,
    body: [langGraphRun(listed), { ...langGraphRun('success'), run_id: 'older' }],
  }));
  const { taskId } = await running('langgraph', url);
  const said = await harness.request('POST', `/api/tasks/${taskId}/status`, {});
  expect(said.body).toMatchObject({ answered: true, status, detail: listed });
  expect(calls.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
    `GET /threads/${taskId}/runs?limit=20`,
  ]);
});

it('reports for a thread unknown to LangGraph that its state is unknown', async () => {
  const { url } = await serveApi(() => ({ status: 404, body: { detail: 'Thread not found' } }));
  const { taskId } = await running('langgraph', url);
  const said = await harness.request('POST', `/api/tasks/${taskId}/status`, {});
  expect(said.body).toMatchObject({ status: null, detail: 'It lists no run of this task.' });
});

it('asks LangGraph about a run whose stream was lost, and keeps the response', async () => {
  let listed = 'running';
  const { url } = await serveApi(() => ({ status: 200, body: [langGraphRun(listed)] }));
  const { taskId, run } = await running('langgraph', url);
  run.end();
  await harness.untilStatus(taskId, 'lost');
  const ask = () => harness.request('POST', `/api/tasks/${taskId}/status`, {});
  const said = async () => (await harness.services.snapshots.threadAt(taskId)).run.said;
  expect((await ask()).body).toMatchObject({ answered: true, status: 'running' });
  expect(await said()).toMatchObject({ status: 'running', detail: 'running' });
  listed = 'success';
  expect((await ask()).body).toMatchObject({ answered: true, status: 'finished' });
  expect(await said()).toMatchObject({ status: 'finished', detail: 'success' });
});

it('reports as text that an agent did not return its state', async () => {
  const { url } = await serveApi(() => ({ status: 503, body: { detail: 'Warming up' } }));
  const { taskId } = await running(null, url);
  const said = await harness.request('POST', `/api/tasks/${taskId}/status`, {});
  expect(said.body).toMatchObject({
    answered: false,
    status: null,
    detail: expect.stringContaining('Warming up'),
  });
});

it('knows the capabilities of a template without configuration', () => {
  const of = (template: string) =>
    capabilitiesOf(
      agentDescriptorSchema.parse({
        id: 'a',
        name: 'A',
        url: 'http://a.example/agent/a/run',
        control: { url: 'http://a.example', template },
      }),
    ).actions;
  expect(of('langgraph')).toEqual(['stop', 'status']);
  expect(of('copilotkit')).toEqual(['stop']);
  expect(of('semaphore')).toEqual([]);
});

it('offers the control templates that protocols describe, and refuses any other by name', async () => {
  harness = await startHarness({ agents: [] });
  const { body: protocols } = await harness.request('GET', '/api/protocols');
  const agUi = protocols.items.find(({ id }) => id === 'ag-ui');
  expect(agUi?.controls).toMatchObject([
    { id: 'langgraph', name: 'LangGraph', actions: ['stop', 'status'] },
    { id: 'copilotkit', name: 'CopilotKit', actions: ['stop'], agentUrlEnds: '/agent/{id}/run' },
  ]);
  const added = await harness.request('POST', '/api/agents', {
    id: 'lost',
    name: 'Lost',
    protocol: 'ag-ui',
    url: 'http://127.0.0.1:4433/agent/slow/run',
    control: { url: 'http://127.0.0.1:4433', template: 'semaphore' },
  });
  expect(added.status).toBe(400);
  expect(added.body).toMatchObject({ errors: [{ path: '/control/template' }] });
});
