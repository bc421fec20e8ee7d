import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
import { canonicalJson } from '@countersign/json/canonical-json';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aboutOf, wordColumn } from '../store/audit/audit-about.ts';
import { auditKeyOf, saveAuditHead } from '../store/audit/audit-head.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { auditHash } from '../store/transaction.ts';

type Value = string | number | null;
type Row = Record<string, Value>;

/** The store as it is seen with the database, and without the key of the server. */
interface Intruder {
  run(sql: string, ...values: Value[]): Promise<unknown>;
  all(sql: string): Promise<Row[]>;
  close(): Promise<void>;
}

const tables = ['audit', 'audit_words', 'decisions', 'receipts', 'events', 'meta'];

const decided = `(SELECT MAX(number) FROM audit WHERE row LIKE '%"action":"decision"%')`;
const last = '(SELECT MAX(number) FROM audit)';
const audit = (set: string, where: string) => `UPDATE audit SET ${set} WHERE number = ${where}`;
const event = (set: string) => `UPDATE events SET ${set} WHERE position = 3`;

/** Changes of single things, in the SQL of both engines. */
const changes: Record<string, string[]> = {
  'who an entry names': [
    audit(`row = replace(row, '"operator":"admin"', '"operator":"eve"')`, '2'),
  ],
  'what was answered, in the entry': [
    audit(`row = replace(row, '"approve"', '"reject"')`, decided),
  ],
  'what was asked, in the entry': [audit(`row = replace(row, 'Pay 12?', 'Pay 1?')`, decided)],
  'how long it was open, in the entry': [
    audit(`row = replace(row, '"visibleMs":', '"visibleMs":9')`, decided),
  ],
  'when it was, in the entry': [audit(`row = replace(row, '"at":', '"at":1')`, '1')],
  'an entry that is no JSON of ours': [audit(`row = row || ' '`, '1')],
  'a hash': [audit(`hash = 'x' || substr(hash, 2)`, '2')],
  'the last hash': [audit(`hash = 'x' || substr(hash, 2)`, last)],
  'the first entry, removed': ['DELETE FROM audit WHERE number = 1'],
  'an entry in the middle, removed': [`DELETE FROM audit WHERE number = ${decided}`],
  'the last entry, removed': [`DELETE FROM audit WHERE number = ${last}`],
  'the last two entries, removed': [`DELETE FROM audit WHERE number > ${last} - 2`],
  'all entries, removed': ['DELETE FROM audit'],
  'all entries and their end, removed': [
    'DELETE FROM audit',
    `DELETE FROM meta WHERE key = 'audit-head'`,
  ],
  'the last entry, removed, with an end that says so': [
    `DELETE FROM audit WHERE number = ${last}`,
    `UPDATE meta SET value = replace(value, '"number":', '"number":-') WHERE key = 'audit-head'`,
  ],
  'the sealed end, removed': [`DELETE FROM meta WHERE key = 'audit-head'`],
  'the sealed end, of another key': [
    `UPDATE meta SET value = replace(value, '"seal":"', '"seal":"0') WHERE key = 'audit-head'`,
  ],
  'two entries, swapped': [
    'UPDATE audit SET number = -1 WHERE number = 1',
    'UPDATE audit SET number = 1 WHERE number = 2',
    'UPDATE audit SET number = 2 WHERE number = -1',
  ],
  'an entry, moved to the end': [`UPDATE audit SET number = ${last} + 1 WHERE number = 1`],
  'an entry, added': [
    `INSERT INTO audit(number, at, operator, thread, row, hash, kind, agent, tool, words)
     SELECT number + 1, at, operator, thread, row, hash, kind, agent, tool, words FROM audit ORDER BY number DESC LIMIT 1`,
  ],
  'the time beside an entry': [audit('at = at + 1', '1')],
  'the person beside an entry': [audit(`operator = 'eve'`, decided)],
  'the task beside an entry': [audit('thread = NULL', decided)],
  'the kind beside an entry, so that a filter misses it': [audit(`kind = 'other'`, decided)],
  'the connection beside an entry': [audit(`agent = 'other'`, decided)],
  'the tool beside an entry': [audit(`tool = 'mail'`, decided)],
  'the words beside an entry, so that a search misses it': [audit(`words = ' x '`, decided)],
  'an entry made to look older, with another connection': [
    audit(`kind = NULL, agent = 'other'`, decided),
  ],
  'the answer of a decision': [`UPDATE decisions SET feedback = '{"type":"reject"}'`],
  'who decided': [`UPDATE decisions SET by_id = 'eve'`],
  'the name of who decided': [`UPDATE decisions SET by_name = 'Eve'`],
  'what was shown, of a decision': [`UPDATE decisions SET digest = '${'0'.repeat(64)}'`],
  'the question of a decision': [`UPDATE decisions SET prompt = 'other'`],
  'a decision by a rule': [`UPDATE decisions SET rule = '{"id":"r","version":1}'`],
  'a decision, removed': ['DELETE FROM decisions'],
  'a receipt, removed': ['DELETE FROM receipts'],
  'the signature of a receipt': [
    `UPDATE receipts SET receipt = replace(receipt, '"sig":"', '"sig":"A')`,
  ],
  'the key of a receipt': [
    `UPDATE receipts SET receipt = replace(receipt, '"kid":"k1', '"kid":"k2')`,
  ],
  'what a receipt allows': [
    `UPDATE receipts SET receipt = replace(receipt, '"decided":"', '"decided":"0')`,
  ],
  'what a receipt says was shown': [
    `UPDATE receipts SET receipt = replace(receipt, '"shown":"', '"shown":"0')`,
  ],
  'a receipt that is none': [`UPDATE receipts SET receipt = '{}'`],
  'the text of an event': [event(`data = replace(data, 'type', 'typo')`)],
  'the agent of an event': [event(`agent = 'other'`)],
  'the time of an event': [event('received = received + 1')],
  'the task of an event': [event(`thread = 'other'`)],
  'that an event is a fact': [event('notable = 1 - notable')],
  'an event, removed': ['DELETE FROM events WHERE position = 3'],
  'the last event, removed': [
    'DELETE FROM events WHERE position = (SELECT MAX(position) FROM events)',
  ],
  'two events, swapped': [
    'UPDATE events SET position = -1 WHERE position = 2',
    'UPDATE events SET position = 2 WHERE position = 3',
    'UPDATE events SET position = 3 WHERE position = -1',
  ],
  'the sealed end of the events, removed': [`DELETE FROM meta WHERE key = 'events-end'`],
};

/** A chain that is right in itself, from what is given: any program can make one. */
async function chainAgain(store: Intruder, change: (row: string) => string): Promise<Row> {
  let hash = '';
  let number = 0;
  for (const row of await store.all('SELECT number, row FROM audit ORDER BY number')) {
    const text = change(String(row['row']));
    hash = auditHash(hash, JSON.parse(text));
    number = Number(row['number']);
    const words = wordColumn(aboutOf(JSON.parse(text)).words);
    const set = 'UPDATE audit SET row = ?, hash = ?, words = ? WHERE number = ?';
    await store.run(set, text, hash, words, number);
  }
  return { number, hash };
}

const bolder = (row: string) => row.replace('Pay 12?', 'Pay 1?');

/** Of who knows how the chain is made. */
const campaigns: Record<string, (store: Intruder) => Promise<void>> = {
  'an entry, with the whole chain made again': async (store) => {
    await chainAgain(store, bolder);
  },
  'an entry behind the end, with a right hash': async (store) => {
    const [row] = await store.all('SELECT * FROM audit ORDER BY number DESC LIMIT 1');
    const content = { ...JSON.parse(String(row?.['row'])), number: Number(row?.['number']) + 1 };
    const hash = auditHash(String(row?.['hash']), content);
    await store.run(
      'INSERT INTO audit(number, at, operator, thread, row, hash, kind, agent, tool, words) VALUES(?,?,?,?,?,?,?,?,?,?)',
      ...[content.number, content.at, content.operator, content.threadId, canonicalJson(content)],
      ...[hash, row?.['kind'] ?? null, row?.['agent'] ?? null, row?.['tool'] ?? null],
      row?.['words'] ?? null,
    );
  },
};

const engines = hasPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);

describe.each(engines)('on %s, the verification finds', (engine) => {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-attacks-'));
  const anchor = join(directory, 'outside', 'anchor.jsonl');
  let database: TestDatabase | null = null;
  let agent: ScriptedAgent;
  let harness: Harness;
  let store: Intruder;
  let before: Record<string, Row[]>;

  const start = async () => {
    harness = await startHarness({
      ...{ directory, anchor, agents: [describeAgent(agent)], policy: 'default' },
      ...(database === null ? {} : { databaseUrl: database.url }),
    });
    store = await intrude();
  };
  const stop = async () => {
    await store.close();
    await harness.close('keep-directory');
  };

  async function intrude(): Promise<Intruder> {
    if (database === null) {
      const open = openDatabase(join(directory, 'countersign.db'), 'write');
      return {
        run: async (sql, ...values) => open.run(sql, ...values),
        all: async (sql) => open.all<Row>(sql),
        close: async () => open.close(),
      };
    }
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    let count = 0;
    const numbered = (sql: string, values: readonly Value[]) => {
      count = 0;
      if (values.length === 0) return sql;
      return sql.replaceAll('?', () => `$${++count}`);
    };
    return {
      run: (sql, ...values) => client.query(numbered(sql, values), values),
      all: async (sql) => (await client.query(sql)).rows,
      close: () => client.end(),
    };
  }

  beforeAll(async () => {
    database = engine === 'postgres' ? await createDatabase() : null;
    agent = await startScriptedAgent();
    await start();
    await harness.request('POST', '/api/operators', { id: 'ada', name: 'Ada', role: 'viewer' });
    const { taskId } = await harness.start();
    const run = await agent.run(0);
    run.send({ type: 'RUN_STARTED', threadId: taskId, runId: run.input.runId });
    const ask = { messageId: 'p1', state: 'needsHumanDecision' as const, ask: 'Pay 12?' };
    run.send(upMessage(taskId, { ...ask, payload: { amount: 12 } }));
    const prompt = await harness.untilPrompt(taskId, 'open');
    const path = `/api/prompts/${encodeURIComponent(prompt.id)}`;
    await harness.request('PUT', `${path}/presence`, { tab: 't', mode: 'viewing' });
    await harness.request('POST', `${path}/decisions`, {
      ...{ feedback: { type: 'approve' }, digest: prompt.digest, idempotencyKey: 'the-answer' },
      holdMs: 0,
    });
    await agent.feedback(0);
    await harness.request('POST', '/api/operators', { id: 'bob', name: 'Bob', role: 'viewer' });
    // Its end is written outside now, and is what everything is compared with.
    await stop();
    await start();
    before = {};
    for (const name of tables) before[name] = await store.all(`SELECT * FROM ${name}`);
    expect(await verdict()).toMatchObject({
      ok: true,
      what: null,
      anchor: { number: expect.any(Number) },
    });
  }, startMs);
  afterAll(async () => {
    await stop();
    await agent.close();
    await database?.drop();
    rmSync(directory, { recursive: true, force: true });
  });

  const verdict = async () => (await harness.request('GET', '/api/audit/verify')).body;

  async function putBack(): Promise<void> {
    for (const name of tables) {
      await store.run(`DELETE FROM ${name}`);
      for (const row of before[name] ?? []) {
        const columns = Object.keys(row);
        await store.run(
          `INSERT INTO ${name}(${columns.join(', ')}) VALUES(${columns.map(() => '?').join(', ')})`,
          ...Object.values(row),
        );
      }
    }
  }

  it.each(Object.entries(changes))('%s', async (_name, statements) => {
    try {
      for (const sql of statements) await store.run(sql);
      expect(await verdict()).toMatchObject({ ok: false });
    } finally {
      await putBack();
    }
    expect(await verdict()).toMatchObject({ ok: true });
  });

  it.each(Object.entries(campaigns))('%s', async (_name, campaign) => {
    try {
      await campaign(store);
      expect(await verdict()).toMatchObject({ ok: false });
    } finally {
      await putBack();
    }
    expect(await verdict()).toMatchObject({ ok: true });
  });

  it('all of it made again with the key of the server, by the end that was written outside', async () => {
    const key = auditKeyOf(Buffer.alloc(32, 7));
    try {
      const end = await chainAgain(store, bolder);
      const seal = createHmac('sha256', key)
        .update(`${end['number']}\n${end['hash']}`)
        .digest('hex');
      await store.run(saveAuditHead, JSON.stringify({ ...end, seal }));
      expect(await verdict()).toMatchObject({ ok: false, what: 'anchor' });
    } finally {
      await putBack();
    }
  });

  it('an end outside that is not signed by this server counts for nothing', async () => {
    const lines = readFileSync(anchor, 'utf8');
    try {
      writeFileSync(anchor, lines.replaceAll('"sig":"', '"sig":"A'));
      expect(await verdict()).toMatchObject({ ok: true, anchor: null });
    } finally {
      writeFileSync(anchor, lines);
    }
  });
});
