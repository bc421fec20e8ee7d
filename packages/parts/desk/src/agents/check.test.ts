import { createAgent } from '@countersign/agent/agent';
import { serve } from '@countersign/agent/node-server';
import { type CheckReport, checkLineSchema } from '@countersign/api/agents/agent-check';
import { adminToken, type Harness, startHarness } from '@countersign/bff/testing/harness';
import { startScriptedAgent } from '@countersign/bff/testing/scripted-agent';
import { startMcpServer } from '@countersign/check/testing/mcp-agent';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import { afterEach, expect, it } from 'vitest';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startServer(...agents: AgentDescriptor[]): Promise<Harness> {
  const harness = await startHarness({ agents });
  closing.push(() => harness.close());
  return harness;
}

async function startGood(): Promise<AgentDescriptor> {
  const agent = createAgent({
    id: 'good',
    name: 'Good',
    async run(context) {
      await context.ask({ ask: `Pay ${context.userText}?`, payload: { amount: 12 } });
      await context.upformat({ state: 'completed' });
    },
  });
  const served = await serve(agent.fetch, { port: 0 });
  closing.push(async () => {
    await agent.close();
    await served.close();
  });
  return agent.descriptor(served.url);
}

const check = async (harness: Harness, id: string, signal?: AbortSignal) =>
  fetch(`${await harness.listen()}/api/agents/${id}/check`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'Ada' }),
    ...(signal === undefined ? {} : { signal }),
  });

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => checkLineSchema.parse(JSON.parse(line)));

it('sends each finding as a line, then the report; nothing of it becomes a task', async () => {
  const harness = await startServer(await startGood());
  const response = await check(harness, 'good');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('application/x-ndjson');
  const lines = linesOf(await response.text());
  const report = lines.flatMap((line) => ('report' in line ? [line.report] : []))[0] as CheckReport;
  const reported = lines.flatMap((line) => ('finding' in line ? [line.finding] : []));
  expect('report' in (lines.at(-1) ?? {})).toBe(true);
  expect(report.findings).toEqual(reported);
  expect(reported.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  expect(reported.length).toBeGreaterThan(40);
  expect(report).toMatchObject({ agent: { id: 'good', name: 'Good' }, runs: 3 });
  const { body } = await harness.request('GET', '/api/tasks');
  expect(body.items).toEqual([]);
}, 60_000);

it('sends the secret headers of the agent to its own origin only, and discloses them to nobody', async () => {
  const [agent, other] = [await startScriptedAgent(), await startScriptedAgent()];
  closing.push(agent.close, other.close);
  const harness = await startServer({
    ...{ id: 'demo', name: 'Demo', protocol: 'hai', url: agent.url },
    headers: { 'x-secret': 'do-not-tell' },
    feedback: { url: other.feedbackUrl },
  });
  const abort = new AbortController();
  const response = await check(harness, 'demo', abort.signal);
  const run = await agent.run(0);
  expect(run.headers['x-secret']).toBe('do-not-tell');
  run.send({ type: 'RUN_STARTED', ...run.input });
  run.send({
    type: 'CUSTOM',
    name: 'upformat.message',
    value: {
      ...{ messageId: '3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11', threadId: run.input.threadId },
      ...{ timestamp: '2026-11-21T10:00:00Z', state: 'needsHumanDecision' },
      upPrompt: { ask: 'Pay?' },
    },
  });
  const { headers } = await other.feedback(0);
  expect(headers['x-secret']).toBeUndefined();
  abort.abort();
  await expect(response.text()).rejects.toThrow();
}, 60_000);

it('is one at a time, ends when its reader leaves, and does not hold up the end of the server', async () => {
  const agent = await startScriptedAgent();
  closing.push(agent.close);
  const harness = await startServer({ id: 'demo', name: 'Demo', protocol: 'hai', url: agent.url });
  const base = await harness.listen();
  const begin = (signal?: AbortSignal) =>
    fetch(`${base}/api/agents/demo/check`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'Ada' }),
      ...(signal === undefined ? {} : { signal }),
    });
  const abort = new AbortController();
  await begin(abort.signal);
  const first = await agent.run(0);
  first.send({ type: 'RUN_STARTED', ...first.input });
  const refused = await begin();
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ type: expect.stringMatching(/check-going$/) });
  const cut = new Promise((resolve) => first.response.on('close', resolve));
  abort.abort();
  await cut;
  const later = begin();
  const second = await agent.run(1);
  second.send({ type: 'RUN_STARTED', ...second.input });
  const ended = (await later).text();
  await harness.app.close();
  const last = linesOf(await ended).at(-1);
  expect(last).toMatchObject({ report: { agent: { id: 'demo' } } });
}, 60_000);

it('calls the named tool of an MCP server, and needs no message', async () => {
  const served = await startMcpServer();
  closing.push(served.close);
  const harness = await startServer(served.agent);
  const response = await fetch(`${await harness.listen()}/api/agents/${served.agent.id}/check`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tool: 'pay' }),
  });
  const last = linesOf(await response.text()).at(-1);
  const report = last !== undefined && 'report' in last ? last.report : null;
  expect(report).toMatchObject({ speaks: 'mcp', runs: 1 });
  expect(report?.findings.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(report?.findings).toContainEqual(
    expect.objectContaining({ id: 'mcp.structured', verdict: 'pass' }),
  );
}, 60_000);

it('says of an agent that is away what failed, and refuses one that nobody knows', async () => {
  const harness = await startServer({
    ...{ id: 'gone', name: 'Gone', protocol: 'hai', url: 'http://127.0.0.1:9/' },
  });
  const base = await harness.listen();
  const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' };
  const of = (id: string) =>
    fetch(`${base}/api/agents/${id}/check`, { method: 'POST', headers, body: '{"message":"Hi"}' });
  const lines = linesOf(await (await of('gone')).text());
  expect(lines.at(-1)).toMatchObject({
    report: { findings: [{ id: 'check.reached', verdict: 'fail' }] },
  });
  expect((await of('nobody')).status).toBe(404);
});
