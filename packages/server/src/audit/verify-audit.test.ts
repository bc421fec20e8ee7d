import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
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
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../store/sqlite/database.ts';

/** [what was done to the store, what the check says of it, in which row]. The decision is in the third row, which is the last but one. */
const tampering: [string, string[], object][] = [
  [
    'a changed row',
    [`UPDATE audit SET row = replace(row, '"a"', '"x"') WHERE number = 1`],
    { what: 'chain', brokenAt: 1 },
  ],
  ['a removed row', ['DELETE FROM audit WHERE number = 2'], { what: 'chain', brokenAt: 2 }],
  ['a removed last row', ['DELETE FROM audit WHERE number = 4'], { what: 'end', brokenAt: 4 }],
  ['all rows removed', ['DELETE FROM audit'], { what: 'end', brokenAt: 1 }],
  [
    'another operator beside the row',
    [`UPDATE audit SET operator = 'x' WHERE number = 2`],
    { what: 'columns', brokenAt: 2 },
  ],
  [
    'another task beside the row',
    [`UPDATE audit SET thread = 'x' WHERE number = 3`],
    { what: 'columns', brokenAt: 3 },
  ],
  [
    'another time beside the row',
    ['UPDATE audit SET at = at + 1 WHERE number = 1'],
    { what: 'columns', brokenAt: 1 },
  ],
  [
    'another answer of a decision',
    [`UPDATE decisions SET feedback = '{"type":"reject"}'`],
    { what: 'decision', brokenAt: 3 },
  ],
  [
    'a decision by another',
    [`UPDATE decisions SET by_id = 'x'`],
    { what: 'decision', brokenAt: 3 },
  ],
  ['a removed decision', ['DELETE FROM decisions'], { what: 'decision', brokenAt: 3 }],
  [
    'a removed last row, and an end that says so',
    [
      'DELETE FROM audit WHERE number = 4',
      `UPDATE meta SET value = replace(value, '"number":4', '"number":3') WHERE key = 'audit-head'`,
    ],
    { what: 'end' },
  ],
];

let agent: ScriptedAgent;
let directory: string;
let harness: Harness;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'countersign-audit-'));
  agent = await startScriptedAgent();
});
afterEach(async () => {
  await harness.close('keep-directory');
  await agent.close();
  rmSync(directory, { recursive: true, force: true });
});

const addOperator = (id: string) =>
  harness.request('POST', '/api/operators', { id, name: id, role: 'viewer' });
const verdict = async () => (await harness.request('GET', '/api/audit/verify')).body;

async function begin(databaseUrl?: string): Promise<void> {
  harness = await startHarness({
    ...{ directory, agents: [describeAgent(agent)], policy: 'default' },
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
}

/** Four rows: an operator, a task, a decision, an operator. */
async function work(): Promise<void> {
  await addOperator('a');
  const { taskId } = await harness.start();
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId: run.input.runId });
  run.send(upMessage(taskId, { messageId: 'p1', state: 'needsHumanDecision', ask: 'Shall I?' }));
  const prompt = await harness.untilPrompt(taskId, 'open');
  await harness.request('POST', `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`, {
    ...{ feedback: { type: 'approve' }, digest: prompt.digest, idempotencyKey: 'the-answer' },
  });
  await addOperator('c');
  const { body } = await harness.request('GET', '/api/audit');
  const actions = body.items.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(['operator:add', 'decision', 'task:start', 'operator:add']);
  expect(await verdict()).toMatchObject({ ok: true, rows: 4, brokenAt: null, what: null });
}

describe('the audit of the embedded store notices', () => {
  it.each(tampering)('%s', async (_what, statements, expected) => {
    await begin();
    await work();
    await harness.close('keep-directory');
    const tamper = openDatabase(join(directory, 'countersign.db'), 'write');
    for (const statement of statements) tamper.run(statement);
    tamper.close();
    await begin();
    expect(await verdict()).toMatchObject({ ok: false, ...expected });
    // What is recorded afterwards does not cover it up.
    await addOperator('later');
    expect(await verdict()).toMatchObject({ ok: false });
  });
});

describe.runIf(hasPostgres)('the audit in PostgreSQL notices', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createDatabase();
  }, startMs);
  afterEach(() => database.drop());

  it.each(tampering)(
    '%s',
    async (_what, statements, expected) => {
      await begin(database.url);
      await work();
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      for (const statement of statements) await client.query(statement);
      await client.end();
      expect(await verdict()).toMatchObject({ ok: false, ...expected });
      await addOperator('later');
      expect(await verdict()).toMatchObject({ ok: false });
    },
    60_000,
  );
});
