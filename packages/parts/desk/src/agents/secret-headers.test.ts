import { createServer, type Server } from 'node:http';
import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import { type ScriptedAgent, startScriptedAgent } from '@countersign/bff/testing/scripted-agent';
import { afterEach, expect, it } from 'vitest';

let harness: Harness;
const servers: Server[] = [];
const agents: ScriptedAgent[] = [];
afterEach(async () => {
  await harness?.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  for (const agent of agents.splice(0)) await agent.close();
});

/** A host that records the secrets it receives; `to` = where it redirects. */
async function host(to?: string): Promise<{ url: string; secrets: (string | undefined)[] }> {
  const secrets: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    secrets.push(request.headers.authorization);
    if (to !== undefined) response.writeHead(307, { location: to }).end();
    else response.writeHead(401).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, secrets };
}

const secret = 'Bearer sk-live-9d5a4c7b8a540f6f5e2a9b11';
const headers = { authorization: secret };
const add = (url: string, more: object = {}) =>
  harness.request('POST', '/api/agents', {
    id: 'ledger',
    name: 'Ledger',
    protocol: 'hai',
    url,
    headers,
    ...more,
  });
const change = (body: object) => harness.request('PATCH', '/api/agents/ledger', body);
const run = async () => {
  const { taskId } = await harness.start('ledger');
  await harness.untilStatus(taskId, 'failed');
};

it('do not follow a changed URL: they must be entered again, or removed', async () => {
  harness = await startHarness();
  const [old, other] = [await host(), await host()];
  await add(old.url);
  const refused = await change({ url: other.url });
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    type: '/problems/secret-needed',
    errors: [{ path: '/headers' }],
  });
  // Another path of the same origin counts as the same place.
  expect((await change({ url: `${old.url}v2`, name: 'Ledger 2' })).status).toBe(200);
  const again = await change({ url: other.url, headers: { authorization: 'Bearer another' } });
  expect(again.body).toMatchObject({ headerNames: ['authorization'] });
  await run();
  expect(other.secrets).toEqual(['Bearer another']);
  expect((await change({ url: old.url, headers: {} })).body).toMatchObject({ headerNames: [] });
  await run();
  expect(old.secrets).toEqual([undefined]);
});

it('do not follow a redirect to another port, nor the test of a form that is not saved', async () => {
  harness = await startHarness();
  const other = await host();
  const old = await host(other.url);
  await add(old.url);
  await run();
  const test = (url: string) =>
    harness.request('POST', '/api/agents/test', { id: 'ledger', url, startRun: true });
  await test(old.url);
  await test(other.url);
  expect(old.secrets).toEqual([secret, secret]);
  expect(other.secrets).toEqual([undefined]);
});

it('do not go to control and feedback on other origins, unless these are listed explicitly', async () => {
  harness = await startHarness();
  const agent = await startScriptedAgent();
  agents.push(agent);
  const control = await host();
  const elsewhere = { control: { url: control.url, actions: ['pause', 'resume'] } };
  await add(agent.url, elsewhere);
  const { taskId } = await harness.start('ledger');
  const { input, send } = await agent.run(0);
  send({ type: 'RUN_STARTED', threadId: input.threadId, runId: input.runId });
  await harness.untilStatus(taskId, 'running');
  const pause = async (idempotencyKey: string) => {
    const body = { action: 'pause', idempotencyKey };
    const { status } = await harness.request('POST', `/api/tasks/${taskId}/control`, body);
    expect(status).toBe(202);
  };
  const failed = (count: number) =>
    harness.until(
      () =>
        harness.facts(taskId, 'countersign.control').filter((fact) => fact.change === 'failed')
          .length === count || null,
    );
  await pause('control-3f2b6c1e-9d5a-4c7b-8a54-1');
  await failed(1);
  expect(control.secrets).toEqual([undefined]);
  expect(JSON.stringify(harness.facts(taskId, 'countersign.control'))).toContain(
    `allow ${new URL(control.url).origin} too`,
  );
  const headersAlsoTo = [new URL(control.url).origin];
  expect((await change({ headersAlsoTo })).status).toBe(422);
  expect((await change({ headersAlsoTo, headers })).body).toMatchObject({ headersAlsoTo });
  await pause('control-3f2b6c1e-9d5a-4c7b-8a54-2');
  await failed(2);
  expect(control.secrets).toEqual([undefined, secret]);
});

it('sealed with another key must be entered again, and break neither the start nor the list', async () => {
  harness = await startHarness();
  const ledger = await host();
  await add(ledger.url);
  const { directory } = harness;
  await harness.close('keep-directory');
  const agent = await startScriptedAgent();
  agents.push(agent);
  harness = await startHarness({
    directory,
    secretKey: Buffer.alloc(32, 9),
    agents: [describeAgent(agent)],
  });
  const { body } = await harness.request('GET', '/api/agents');
  expect(body.items).toMatchObject([
    { id: 'demo', headerNames: ['x-secret'] },
    { id: 'ledger', headerNames: [], secretLost: true },
  ]);
  const { taskId } = await harness.start('ledger');
  await harness.untilStatus(taskId, 'failed');
  expect(JSON.stringify(harness.events(taskId))).toContain('The secret must be entered again');
  // Without its secret no agent is called.
  expect(ledger.secrets).toEqual([]);
  expect((await change({ name: 'Renamed' })).body).toMatchObject({ secretLost: true });
  expect((await change({ headers })).body).not.toHaveProperty('secretLost');
  await run();
  expect(ledger.secrets).toEqual([secret]);
});
