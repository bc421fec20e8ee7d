import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startCuttingProxy } from './testing/cutting-proxy.ts';
import { adminToken, describeAgent, type Harness, startHarness } from './testing/harness.ts';
import { untilWritable } from './testing/lock-holder.ts';
import { createDatabase, hasPostgres, startMs, type TestDatabase } from './testing/postgres.ts';
import { type ScriptedAgent, startScriptedAgent } from './testing/scripted-agent.ts';

const signed = { host: '127.0.0.1', authorization: `Bearer ${adminToken}` };

describe.runIf(hasPostgres)('what the database was lost at, and has committed,', () => {
  let database: TestDatabase;
  let proxy: Awaited<ReturnType<typeof startCuttingProxy>>;
  let agent: ScriptedAgent;
  let harness: Harness;
  beforeEach(async () => {
    database = await createDatabase();
    proxy = await startCuttingProxy(database.url);
    agent = await startScriptedAgent();
    const agents = [describeAgent(agent, { control: true })];
    harness = await startHarness({ agents, databaseUrl: proxy.url });
  }, startMs);
  afterEach(async () => {
    await harness.close();
    await agent.close();
    await proxy.close();
    await database.drop();
  });

  /** Sends a request whose commit happens and gets no reply, and waits until the database is back. */
  async function inDoubt(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) {
    let said = '';
    while (!said.includes('not known yet')) {
      proxy.cutAtCommit('after', { away: true });
      const answer = await harness.request(method, path, body);
      expect(answer.status).toBe(503);
      // Another commit of the server may have come first; then nothing was changed.
      said = JSON.stringify(answer.body);
      proxy.restore();
      await untilWritable(harness, true);
    }
  }

  it('is a task that is started, though nobody repeats the request, and once', async () => {
    const asked = { agentId: 'demo', message: 'go', idempotencyKey: 'key-of-the-task' };
    await inDoubt('POST', '/api/tasks', asked);
    const run = await agent.run(0);
    const again = await harness.request('POST', '/api/tasks', asked);
    expect(again).toMatchObject({ status: 201, body: { runId: run.input.runId } });
    run.send({ type: 'RUN_STARTED', threadId: run.input.threadId, runId: run.input.runId });
    await harness.untilStatus(run.input.threadId, 'running');
    expect(agent.runs).toHaveLength(1);
  }, 60_000);

  it('is a control that is carried out, though nobody repeats the request, and once', async () => {
    const { taskId } = await harness.start();
    const run = await agent.run(0);
    run.send({ type: 'RUN_STARTED', threadId: taskId, runId: run.input.runId });
    await harness.untilStatus(taskId, 'running');
    const asked = { action: 'pause', idempotencyKey: 'key-of-the-pause' };
    await inDoubt('POST', `/api/tasks/${taskId}/control`, asked);
    const received = await agent.control(0);
    const again = await harness.request('POST', `/api/tasks/${taskId}/control`, asked);
    expect(again.body.controlId).toBe(received.idempotencyKey);
    expect(agent.controls).toHaveLength(1);
    expect(agent.runs).toHaveLength(1);
  }, 60_000);

  it('is a service or a route that the registry has, or has no more', async () => {
    const list = async (kind: string): Promise<{ id: string; name: string }[]> =>
      (await harness.app.inject({ url: `/api/uap/${kind}`, headers: signed })).json();
    /** Waits until the registry has read what was in doubt. */
    const untilNamed = async (kind: 'services' | 'routes', names: string[]) => {
      while (`${(await list(kind)).map(({ name }) => name)}` !== `${names}`) await setImmediate();
    };
    const place = { protocol: 'http', host: 'tools.acme.example', agent_protocol: 'mcp' };
    const service = { ...place, name: 'billing-tools', port: 8080 };
    await inDoubt('POST', '/api/uap/services', service);
    await untilNamed('services', ['billing-tools']);
    const route = { name: 'billing', service: 'billing-tools', protocols: ['http'] };
    await inDoubt('POST', '/api/uap/routes', route);
    await untilNamed('routes', ['billing']);
    const [before] = await list('services');
    const moved = { ...service, name: 'paying-tools' };
    await inDoubt('PATCH', `/api/uap/services/${before?.id}`, moved);
    await untilNamed('services', ['paying-tools']);
    const [after] = await list('services');
    await inDoubt('DELETE', `/api/uap/services/${after?.id}`);
    await untilNamed('services', []);
    await inDoubt('DELETE', '/api/uap/routes/billing');
    await untilNamed('routes', []);
  }, 60_000);
});
