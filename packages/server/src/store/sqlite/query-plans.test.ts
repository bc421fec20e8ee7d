import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import { type ScriptedAgent, startScriptedAgent } from '@countersign/bff/testing/scripted-agent';
import Database from 'libsql';
import { afterEach, expect, it, vi } from 'vitest';
import { mapInOrder } from '../in-order.ts';

let harness: Harness;
let agent: ScriptedAgent;
afterEach(async () => {
  vi.restoreAllMocks();
  await harness?.close();
  await agent?.close();
});

/** Created by people, so they stay small: reading one of them completely is cheaper than an index. `newest`: limited before. */
const small = /^(newest|agents|a|operators|views|policies|rules|webhooks|json_each)$/;
/** Run once, at the start of the server. */
const atTheStart = [
  'SELECT MAX(position) AS head FROM events',
  'SELECT * FROM runs WHERE ended IS NULL',
];

it('no query reads all rows ever written, or all that are open', async () => {
  const asked = new Set<string>();
  const { prepare } = Database.prototype;
  vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    sql: string,
  ) {
    asked.add(sql);
    return prepare.call(this, sql);
  });
  agent = await startScriptedAgent();
  harness = await startHarness({ agents: [describeAgent(agent, { control: true })] });
  const { taskId, runId } = await harness.start();
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId });
  run.send({
    type: 'CUSTOM',
    name: 'upformat.message',
    value: {
      messageId: '5f1d7a52-4c0e-4f56-9f0a-6f0c1f3b7d11',
      threadId: taskId,
      timestamp: new Date().toISOString(),
      state: 'needsHumanDecision',
      payload: { amount: 3 },
      upPrompt: { ask: 'Refund?', expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
    },
  });
  const prompt = await harness.untilPrompt(taskId, 'open');
  await harness.request('POST', `/api/prompts/${prompt.id}/claim`, {});
  await harness.request('GET', '/api/prompts?state=open&limit=50');
  await harness.request('GET', `/api/tasks/${taskId}`);
  await harness.request('GET', '/api/tasks?limit=50');
  await harness.request('POST', `/api/prompts/${prompt.id}/decisions`, {
    feedback: { type: 'approve', target: { messageId: prompt.message.messageId } },
    digest: prompt.digest,
    idempotencyKey: 'call_Yk3bN8wQz1LrT5vXc7Mde2Fga',
  });
  await harness.untilPrompt(taskId, 'answered');
  const stop = await harness.request('POST', `/api/tasks/${taskId}/control`, {
    action: 'stop',
    idempotencyKey: 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  });
  expect(stop.status).toBe(202);
  await agent.control(0);

  const { read } = harness.services.journal;
  const selected = [...asked].filter((sql) => /^\s*SELECT/.test(sql) && !atTheStart.includes(sql));
  const plans = await mapInOrder(selected, async (sql) => {
    const values = (sql.match(/\?/g) ?? []).map(() => '[]');
    const plan = await read.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values);
    return { sql, steps: plan.map(({ detail }) => detail) };
  });
  expect(plans.length).toBeGreaterThan(15);
  const scans = plans.filter(({ steps }) =>
    steps.some((step) => {
      const table = /^SCAN (\S+)/.exec(step)?.[1];
      return table !== undefined && !small.test(table) && !/USING (COVERING )?INDEX/.test(step);
    }),
  );
  expect(scans).toEqual([]);
  // Lookups after each fact: by an index for the lookup, not by one of all open rows.
  const timers = plans.filter(({ sql }) => /^SELECT MIN\(at\) AS at FROM/.test(sql));
  const searches = timers.flatMap(({ steps }) => steps.filter((step) => /INDEX/.test(step)));
  expect(searches.sort()).toEqual([
    'SEARCH claims USING COVERING INDEX claims_granted (granted_at>?)',
    'SEARCH claims USING COVERING INDEX claims_until',
    'SEARCH prompts USING COVERING INDEX prompts_escalate (escalate_at>?)',
    'SEARCH prompts USING COVERING INDEX prompts_expiry (expires>?)',
    'SEARCH prompts USING COVERING INDEX prompts_wake (wake_at>?)',
  ]);
});
