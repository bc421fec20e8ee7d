import { auditRecordSchema } from '@countersign/api/records/audit';
import {
  adminToken,
  describeAgent,
  type Harness,
  startHarness,
} from '@countersign/bff/testing/harness';
import {
  createDatabase,
  hasPostgres,
  startMs,
  type TestDatabase,
} from '@countersign/bff/testing/postgres';
import {
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '@countersign/bff/testing/scripted-agent';
import { checkReceipt } from '@countersign/receipt/check-receipt';
import { checkEvidence } from '@countersign/receipt/evidence';
import type { KeySet, Receipt } from '@countersign/receipt/receipt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const engines = hasPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);

describe.each(engines)('receipts on %s', (engine) => {
  let database: TestDatabase | null = null;
  let harness: Harness;
  let agent: ScriptedAgent;
  beforeEach(async () => {
    database = engine === 'postgres' ? await createDatabase() : null;
    agent = await startScriptedAgent();
    harness = await startHarness({
      ...{ agents: [describeAgent(agent)], policy: 'default' },
      ...(database === null ? {} : { databaseUrl: database.url }),
    });
  }, startMs);
  afterEach(async () => {
    await harness.close();
    await agent.close();
    await database?.drop();
  });

  const payload = { amount: 12 };

  /** A question, opened by a person for a while and approved. */
  async function approve() {
    const { taskId } = await harness.start();
    const run = await agent.run(0);
    run.send({ type: 'RUN_STARTED', threadId: taskId, runId: run.input.runId });
    const ask = { messageId: 'p1', state: 'needsHumanDecision' as const, ask: 'Pay 12?', payload };
    run.send(upMessage(taskId, ask));
    const prompt = await harness.untilPrompt(taskId, 'open');
    const path = `/api/prompts/${encodeURIComponent(prompt.id)}`;
    for (const _ of 'twice') {
      await harness.request('PUT', `${path}/presence`, { tab: 't', mode: 'viewing' });
    }
    const { status, body } = await harness.request('POST', `${path}/decisions`, {
      ...{ feedback: { type: 'approve' }, digest: prompt.digest, idempotencyKey: 'the-answer' },
      holdMs: 0,
    });
    expect(status).toBe(201);
    const { message }: { message: { receipt: Receipt } } = JSON.parse(
      (await agent.feedback(0)).text,
    );
    return { prompt, decisionId: body.decisionId as string, receipt: message.receipt };
  }
  const keys = async (): Promise<KeySet> => {
    const url = '/.well-known/jwks.json';
    return (await harness.app.inject({ url, headers: { host: '127.0.0.1' } })).json<KeySet>();
  };
  const record = async (action: string) => {
    const { body } = await harness.request('GET', '/api/audit?kind=decision');
    const number = body.items.find((one) => one.action === action)?.number;
    const path = `/api/audit/entries/${number}`;
    return auditRecordSchema.parse((await harness.request('GET', path)).body);
  };
  const report = (body: object) => harness.request('POST', '/api/executions', body);

  it('come with the answer, prove the value, are used once, and say what became of it', async () => {
    const { prompt, decisionId, receipt } = await approve();
    const about = {
      ...{ keys: await keys(), audience: prompt.agentId, value: payload, question: prompt.id },
      now: Date.now() / 1_000,
    };
    expect(checkReceipt(receipt, about)).toMatchObject({ ok: true });
    expect(checkReceipt(receipt, { ...about, value: { amount: 13 } })).toMatchObject({ ok: false });
    expect(receipt.payload).toMatchObject({ nonce: decisionId, shown: prompt.digest });
    expect(JSON.stringify(receipt)).not.toContain('dmin');

    const begun = await Promise.all(
      Array.from({ length: 5 }, () => report({ receipt, state: 'started' })),
    );
    expect(begun.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    const altered = { ...receipt, payload: { ...receipt.payload, decided: 'f'.repeat(64) } };
    expect((await report({ receipt: altered, state: 'finished' })).status).toBe(422);
    const ended = { receipt, state: 'finished', outcome: 'failed', note: 'No funds.' };
    for (const _ of 'twice') expect((await report(ended)).status).toBe(200);

    const { body } = await harness.request('GET', `/api/prompts/${encodeURIComponent(prompt.id)}`);
    expect(body.decision.outcome).toMatchObject({ status: 'failed', note: 'No funds.' });
    const decided = await record('decision');
    expect(decided.entry).toMatchObject({
      ...{ about: 'Pay 12?', agentId: prompt.agentId, delivery: { outcome: { status: 'failed' } } },
      seen: { revision: 1, visibleMs: expect.any(Number) },
    });
    expect(decided.screen).toMatchObject({ isProven: true, prompt: { message: { payload } } });
    expect(decided.receipt).toMatchObject({ receipt, started: expect.any(Number) });
    expect(decided.chain.map(({ number }) => number)).toContain(decided.entry.number);
    const { number } = decided.entry;
    const saved = await harness.app.inject({
      url: `/api/audit/entries/${number}/evidence?language=zh-CN`,
      headers: { host: '127.0.0.1', authorization: `Bearer ${adminToken}` },
    });
    expect(checkEvidence(saved.body, await keys())).toMatchObject({
      altered: [],
      signature: 'signed',
    });
    const forged = saved.body.replaceAll('Pay 12?', 'Pay 13?');
    expect(checkEvidence(forged, await keys()).altered).toEqual([`entry-${number}`]);
    const task = await harness.app.inject({
      url: `/api/tasks/${prompt.taskId}/evidence`,
      headers: { host: '127.0.0.1', authorization: `Bearer ${adminToken}` },
    });
    expect(checkEvidence(task.body, await keys())).toMatchObject({
      altered: [],
      signature: 'signed',
    });
    expect((await record('result')).entry.who).toMatchObject({ kind: 'program' });
    expect((await harness.request('GET', '/api/audit/verify')).body).toMatchObject({ ok: true });
  });

  it('stay provable when the next key is added', async () => {
    const { prompt, receipt } = await approve();
    const before = await keys();
    const { status, body } = await harness.request('POST', '/api/receipts/keys', {});
    expect([status, body.from > Date.now()]).toEqual([201, true]);
    const after = await keys();
    expect(after.keys.map(({ kid }) => kid)).toEqual([body.kid, before.keys[0]?.kid]);
    const about = { audience: prompt.agentId, value: payload, now: Date.now() / 1_000 };
    expect(checkReceipt(receipt, { ...about, keys: after })).toMatchObject({ ok: true });
  });
});
