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
import { type ScriptedAgent, startScriptedAgent } from '@countersign/bff/testing/scripted-agent';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../store/sqlite/database.ts';
import { markName } from './sealed-mark.ts';
import type { verifyStore } from './verify-audit.ts';

interface Expected {
  what: RegExp;
  /** Where it was done: it is named, or the group in which it is; null = the statement finds it. */
  place: number | null;
}

/** [what was done to the events, what the check says]. The store has more than ten events; the fifth is neither the first nor the last. */
const tampering: [string, string[], Expected][] = [
  [
    'a changed text',
    [`UPDATE events SET data = replace(data, 'Shall ', 'Must ') WHERE data LIKE '%Shall %'`],
    { what: /^changed$/, place: null },
  ],
  [
    'another agent beside the event',
    [`UPDATE events SET agent = 'x' WHERE position = 5`],
    { what: /^changed$/, place: 5 },
  ],
  [
    'another time beside the event',
    ['UPDATE events SET received = received + 1 WHERE position = 1'],
    { what: /^changed$/, place: 1 },
  ],
  ['a removed event', ['DELETE FROM events WHERE position = 5'], { what: /^missing$/, place: 6 }],
  [
    'a removed event whose place was taken by those after it',
    [
      'DELETE FROM events WHERE position = 5',
      'UPDATE events SET position = position + 1000 WHERE position > 5',
      'UPDATE events SET position = position - 1001 WHERE position > 1000',
    ],
    // The last group has lost its end.
    { what: /^(changed|end)$/, place: 5 },
  ],
  [
    'an inserted event',
    [
      'UPDATE events SET position = position + 1000 WHERE position > 5',
      'UPDATE events SET position = position - 999 WHERE position > 1000',
      `INSERT INTO events(position, thread, sequence, run, agent, received, notable, data, link)
       SELECT 6, 'planted', 1, run, agent, received, notable, data, link FROM events WHERE position = 5`,
    ],
    { what: /^changed$/, place: 6 },
  ],
  [
    'an event before all others',
    [
      `INSERT INTO events(position, thread, sequence, run, agent, received, notable, data)
       SELECT 0, 'planted', 1, run, agent, received, notable, data FROM events WHERE position = 5`,
    ],
    { what: /^changed$/, place: 0 },
  ],
  [
    'two swapped events',
    [
      `UPDATE events SET position = -1 WHERE position = 4`,
      `UPDATE events SET position = 4 WHERE position = 5`,
      `UPDATE events SET position = 5 WHERE position = -1`,
    ],
    { what: /^changed$/, place: 4 },
  ],
  ['removed last events', ['DELETE FROM events WHERE position > 5'], { what: /^end$/, place: 6 }],
  [
    'removed last events, and an end that says so',
    [
      'DELETE FROM events WHERE position > 5',
      `UPDATE meta SET value = '{"from":1,"position":5,"link":"z35n1TzNeHHJYdEYxx2Gzt","seal":"x"}'
       WHERE key = 'events-end'`,
    ],
    { what: /^end$/, place: 6 },
  ],
  [
    'removed last events together with the end',
    ['DELETE FROM events WHERE position > 5', `DELETE FROM meta WHERE key = 'events-end'`],
    { what: /^end$/, place: 6 },
  ],
  [
    'changed events without links, and no end',
    [
      `UPDATE events SET link = NULL, data = replace(data, 'Shall ', 'Must ')`,
      `DELETE FROM meta WHERE key = 'events-end'`,
    ],
    { what: /^changed$/, place: null },
  ],
];

const noticed = ({ what, place }: Expected, events: Verdict['events']) => {
  const { broken } = events;
  expect(broken?.what).toMatch(what);
  if (broken === null || place === null) return;
  expect(broken.position).toBeLessThanOrEqual(place);
  expect(broken.upTo).toBeGreaterThanOrEqual(place);
  expect(broken.upTo - broken.position).toBeLessThanOrEqual(32);
};

let agent: ScriptedAgent;
let directory: string;
let harness: Harness;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'countersign-events-'));
  agent = await startScriptedAgent();
});
afterEach(async () => {
  await harness.close('keep-directory');
  await agent.close();
  rmSync(directory, { recursive: true, force: true });
});

type Verdict = Awaited<ReturnType<typeof verifyStore>>;
const verdict = async (): Promise<Verdict> =>
  Object(await harness.request('GET', '/api/audit/verify')).body;

async function begin(databaseUrl?: string): Promise<void> {
  harness = await startHarness({
    ...{ directory, agents: [describeAgent(agent)], policy: 'default' },
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
}

/** A task whose agent says something, word by word, and ends. */
async function work(more: readonly string[] = []): Promise<void> {
  const { taskId } = await harness.start();
  const run = await agent.run(0);
  const place = { threadId: taskId, runId: run.input.runId };
  const message = { ...place, messageId: 'm' };
  run.send({ ...place, type: 'RUN_STARTED' });
  run.send({ ...message, type: 'TEXT_MESSAGE_START', role: 'assistant' });
  for (const delta of ['Shall ', 'I', '?', ' Or', ' not', '?', ...more]) {
    run.send({ ...message, type: 'TEXT_MESSAGE_CONTENT', delta });
  }
  run.send({ ...message, type: 'TEXT_MESSAGE_END' });
  run.send({ ...place, type: 'RUN_FINISHED' });
  await harness.untilStatus(taskId, 'finished');
  await harness.close('keep-directory');
}

async function later(): Promise<void> {
  await harness.request('POST', '/api/operators', { id: 'later', name: 'later', role: 'viewer' });
  await harness.start();
}

describe('of the events of the embedded store, it is noticed', () => {
  const tamper = (statements: readonly string[]) => {
    const connection = openDatabase(join(directory, 'countersign.db'), 'write');
    for (const statement of statements) connection.run(statement);
    connection.close();
  };

  it.each(tampering)('%s', async (_what, statements, broken) => {
    await begin();
    await work();
    tamper(statements);
    await begin();
    const found = await verdict();
    expect(found).toMatchObject({ ok: false, what: 'events' });
    noticed(broken, found.events);
    // What is recorded afterwards does not cover it up.
    await later();
    expect((await verdict()).ok).toBe(false);
  });

  it('and nothing of what servers do, over restarts', async () => {
    await begin();
    await work();
    await begin();
    const first = await verdict();
    expect(first).toMatchObject({ ok: true, events: { from: 1, notBound: 0, broken: null } });
    await later();
    const second = await verdict();
    expect(second.ok).toBe(true);
    expect(second.events.to).toBeGreaterThan(first.events.to ?? 0);
  });

  it('says which events an earlier version has written, and binds those after them', async () => {
    await begin();
    await work();
    tamper(['UPDATE events SET link = NULL', `DELETE FROM meta WHERE key = 'events-end'`]);
    rmSync(join(directory, markName));
    await begin();
    const { events } = await verdict();
    expect(events).toMatchObject({ from: null, to: null, broken: null });
    expect(events.notBound).toBeGreaterThan(10);
    await later();
    const after = await verdict();
    expect(after).toMatchObject({ ok: true, events: { from: events.notBound + 1 } });
    expect(after.events.notBound).toBe(events.notBound);
  });

  it('one changed event of very many, within its group, and also if links are moved', async () => {
    await begin();
    await work(Array.from({ length: 300 }, (_, index) => `word ${index} `));
    tamper([`UPDATE events SET data = replace(data, 'word 150 ', 'word 15O ')`]);
    await begin();
    const place = 7 + 6 + 150;
    noticed({ what: /^changed$/, place }, (await verdict()).events);
    await harness.close('keep-directory');
    tamper([`UPDATE events SET link = NULL WHERE position > 100 AND position < 250`]);
    await begin();
    const { broken } = (await verdict()).events;
    expect(broken?.what).toBe('changed');
    expect(broken?.position).toBeLessThanOrEqual(place);
    expect((broken?.upTo ?? 999) - (broken?.position ?? 0)).toBeLessThanOrEqual(32);
  });

  it('planted events behind the last one, whatever link they carry', async () => {
    await begin();
    await work();
    const plant = (link: string) => `INSERT INTO events
      SELECT position + 1, thread, sequence + 1, run, agent, received, notable, data, ${link} FROM events ORDER BY position DESC LIMIT 1`;
    const last = `(SELECT '>' || json_extract(value, '$.link') FROM meta WHERE key = 'events-end')`;
    tamper([plant(last)]);
    await begin();
    const { broken } = (await verdict()).events;
    expect(broken?.what).toBe('changed');
    await later();
    await harness.close('keep-directory');
    // What a server has written after it is joined with it.
    tamper([`UPDATE events SET link = NULL WHERE position = ${(broken?.position ?? 0) + 1}`]);
    await begin();
    noticed({ what: /^changed$/, place: broken?.position ?? 0 }, (await verdict()).events);
  });

  it('an older state of the store in its place, but not when it is said to be meant', async () => {
    await begin();
    await work();
    const file = join(directory, 'countersign.db');
    const older = readFileSync(file);
    await begin();
    await later();
    await harness.close('keep-directory');
    // Into the same file, which stays in its place.
    writeFileSync(file, older);
    await begin();
    expect(await verdict()).toMatchObject({ ok: false, what: 'end' });
    await harness.close('keep-directory');
    harness = await startHarness({ directory, agents: [describeAgent(agent)], act: 'on' });
    expect(await verdict()).toMatchObject({ ok: true });
  });

  it('the sealed end of the audit, removed together with the rows', async () => {
    await begin();
    await work();
    tamper(['DELETE FROM audit', `DELETE FROM meta WHERE key = 'audit-head'`]);
    await begin();
    expect(await verdict()).toMatchObject({ ok: false, what: 'end', brokenAt: 1 });
    await later();
    expect((await verdict()).ok).toBe(false);
  });
});

/** As a server before groups has written them, each with a link of its own. */
const single: { events: Record<string, string | number | null>[]; end: { value: string } } =
  JSON.parse(readFileSync(new URL('../store/fixtures/single-links.json', import.meta.url), 'utf8'));
const columns = Object.keys(single.events[0] ?? {});
const marks = columns.map((_, at) => `$${at + 1}`).join(', ');

describe('events that a server before groups has bound', () => {
  it('stay bound, and those after them are bound to them', async () => {
    await begin();
    await harness.close('keep-directory');
    const store = openDatabase(join(directory, 'countersign.db'), 'write');
    const insert = `INSERT INTO events(${columns.join(', ')}) VALUES(${marks.replaceAll(/\$\d+/g, '?')})`;
    for (const row of single.events) store.run(insert, ...Object.values(row));
    store.run(`INSERT INTO meta(key, value) VALUES('events-end', ?)`, single.end.value);
    store.close();
    await begin();
    const all = single.events.length;
    expect(await verdict()).toMatchObject({ ok: true, events: { from: 1, to: all, notBound: 0 } });
    await later();
    expect((await verdict()).ok).toBe(true);
    expect((await verdict()).events.to).toBeGreaterThan(all);
    await harness.close('keep-directory');
    const tampered = openDatabase(join(directory, 'countersign.db'), 'write');
    tampered.run('UPDATE events SET received = received + 1 WHERE position = 8');
    tampered.close();
    await begin();
    const { broken } = (await verdict()).events;
    expect(broken).toMatchObject({ what: 'changed', position: 8, upTo: 8 });
  });
});

describe.runIf(hasPostgres)('of the events in PostgreSQL, it is noticed', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createDatabase();
  }, startMs);
  afterEach(() => database.drop());

  it.each(tampering)(
    '%s',
    async (_what, statements, broken) => {
      await begin(database.url);
      await work();
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      for (const statement of statements) await client.query(statement);
      await client.end();
      await begin(database.url);
      const found = await verdict();
      expect(found).toMatchObject({ ok: false, what: 'events' });
      noticed(broken, found.events);
    },
    60_000,
  );

  it('nothing of events that a server before groups has bound, nor of those after them', async () => {
    await begin(database.url);
    await harness.close('keep-directory');
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const insert = `INSERT INTO events(${columns.join(', ')}) VALUES(${marks})`;
    for (const row of single.events) await client.query(insert, Object.values(row));
    const all = single.events.length;
    await client.query(`INSERT INTO meta(key, value) VALUES('events-end', $1)`, [single.end.value]);
    await client.query('UPDATE positions SET head = $1', [all]);
    await client.end();
    await begin(database.url);
    expect(await verdict()).toMatchObject({ ok: true, events: { from: 1, to: all, notBound: 0 } });
    await later();
    expect((await verdict()).ok).toBe(true);
    expect((await verdict()).events.to).toBeGreaterThan(all);
  }, 60_000);
});
