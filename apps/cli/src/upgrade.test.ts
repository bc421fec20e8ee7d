import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChildServer, startChildServer } from '@countersign/bff/testing/child-server';
import { describeAgent } from '@countersign/bff/testing/harness';
import { createDatabase, hasPostgres } from '@countersign/bff/testing/postgres';
import { startScriptedAgent, upMessage } from '@countersign/bff/testing/scripted-agent';
import { canonicalJson } from '@countersign/json/canonical-json';
import { schemaVersion as databaseVersion } from '@countersign/server/store/postgres/migrations';
import { openDatabase } from '@countersign/server/store/sqlite/database';
import { schemaVersion } from '@countersign/server/store/sqlite/migrations';
import { auditHash } from '@countersign/server/store/transaction';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPostgres } from '../../../scripts/find-postgres.mjs';
import { runCommand } from './testing/run-command.ts';

const fixture = (name: string) =>
  readFileSync(
    new URL(`../../../packages/server/src/store/fixtures/${name}.sql`, import.meta.url),
    'utf8',
  );
const storeName = 'countersign.db';

let home: string;
let data: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-upgrade-'));
  data = mkdtempSync(join(home, 'data-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const inStore = <Value>(folder: string, sql: string): Value[] => {
  const store = openDatabase(join(folder, storeName), 'read');
  try {
    return store.all<{ value: Value }>(sql).map(({ value }) => value);
  } finally {
    store.close();
  }
};
const write = (sql: string) => {
  // As left by its server; this process may have the file open until its statements are collected.
  writeFileSync(join(data, 'server.lock'), '');
  const store = openDatabase(join(data, storeName), 'write');
  store.exec(sql);
  store.close();
};
const versionOf = (folder: string) =>
  Number(inStore<string>(folder, `SELECT value FROM meta WHERE key = 'schema'`)[0]);
const decisions = (folder: string) => inStore(folder, 'SELECT feedback AS value FROM decisions');
const upgrade = (...words: string[]) =>
  runCommand(['upgrade', '--data', data, ...words], { HOME: home });

/** A task whose question is answered, by real processes; all servers have ended. */
async function work(folder: string): Promise<void> {
  const agent = await startScriptedAgent({
    onRun({ input, send }) {
      send({ type: 'RUN_STARTED', threadId: input.threadId, runId: input.runId });
      const question = { messageId: 'question', ask: 'Shall I?' };
      send(upMessage(input.threadId, { ...question, state: 'needsHumanDecision' }));
    },
  });
  const server = await startChildServer(folder, [describeAgent(agent)]);
  try {
    await server.request('/api/tasks', { agentId: 'demo', message: 'Go.' });
    const open = await openPrompt(server);
    const answer = {
      feedback: { type: 'approve' },
      digest: open.digest,
      idempotencyKey: 'the-only-key',
    };
    const path = `/api/prompts/${encodeURIComponent(open.id)}/decisions`;
    expect((await server.request(path, answer)).status).toBe(201);
  } finally {
    await server.kill('SIGTERM');
    await agent.close();
  }
}

async function openPrompt(server: ChildServer): Promise<{ id: string; digest: string }> {
  for (;;) {
    const { body } = await server.request('/api/prompts?state=open');
    const [open] = body.items;
    if (open !== undefined) return open;
    await sleep(100);
  }
}

/** Decisions of that version had no receipts: its audit does not name them. */
function withoutReceipts(store: ReturnType<typeof openDatabase>): void {
  let hash = '';
  for (const { number, row } of store.all<{ number: number; row: string }>(
    'SELECT number, row FROM audit ORDER BY number',
  )) {
    const { detail, ...content } = JSON.parse(row);
    const { receipt: _receipt, decided: _decided, ...kept } = detail ?? {};
    const whole = { ...content, ...(detail === undefined ? {} : { detail: kept }) };
    hash = auditHash(hash, whole);
    const text = canonicalJson(whole);
    store.run('UPDATE audit SET row = ?, hash = ? WHERE number = ?', text, hash, number);
  }
}

/** The store of `from` in `data` as the version before the links of events would have written it: its tables, with the same rows. */
function asOlder(from: string): void {
  write(fixture('sqlite-31'));
  const store = openDatabase(join(data, storeName), 'write');
  store.run('ATTACH ? AS newer', join(from, storeName));
  const tables = store.all<{ name: string }>(
    `SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
  );
  for (const { name } of tables) {
    const columns = store
      .all<{ name: string }>(`SELECT name FROM pragma_table_info('${name}')`)
      .map((column) => column.name)
      .join();
    const where = name === 'meta' ? ` WHERE key NOT IN ('schema', 'events-end', 'audit-head')` : '';
    store.exec(`DELETE FROM main.${name};
      INSERT INTO main.${name}(${columns}) SELECT ${columns} FROM newer.${name}${where}`);
  }
  withoutReceipts(store);
  store.exec(`INSERT INTO main.meta VALUES('schema', '31')`);
  store.close();
  for (const name of ['secret.key', 'token']) {
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(data, name));
  }
}

it('makes a backup of a store of an older version, migrates it, verifies it, and is done once', async () => {
  const newer = mkdtempSync(join(home, 'newer-'));
  await work(newer);
  asOlder(newer);
  const before = decisions(data);
  expect(before).toHaveLength(1);
  const { code, stdout, stderr } = await upgrade('--json');
  const result = JSON.parse(stdout);
  expect([code, stderr, result.audit]).toMatchObject([0, '', { ok: true, what: null }]);
  expect(result).toMatchObject({ from: 31, to: schemaVersion });
  expect([versionOf(data), decisions(data)]).toEqual([schemaVersion, before]);
  // The way back: as it was, for the version before.
  expect([versionOf(result.backup), decisions(result.backup)]).toEqual([31, before]);
  const again = await upgrade();
  expect(again.stdout).toMatch(/nothing was changed/);
  expect(readdirSync(home).filter((name) => name.includes('-before-'))).toHaveLength(1);
}, 60_000);

it('refuses in a sentence what it cannot upgrade, and changes nothing', async () => {
  expect(await upgrade()).toMatchObject({ code: 1, stderr: expect.stringMatching(/no store in/) });
  write(fixture('sqlite-31') + fixture('rows'));
  const occupied = join(home, 'occupied');
  const folder = await runCommand(['backup', occupied, '--data', data], { HOME: home });
  expect(folder.code).toBe(0);
  const full = await upgrade('--backup', occupied);
  expect(full).toMatchObject({ code: 1, stderr: expect.stringMatching(/is not empty/) });
  expect(versionOf(data)).toBe(31);
  write(`UPDATE meta SET value = '9999' WHERE key = 'schema'`);
  const newer = await upgrade();
  expect(newer).toMatchObject({ code: 1, stderr: expect.stringMatching(/is of a newer version/) });
  writeFileSync(join(data, storeName), 'no database');
  expect((await upgrade()).code).toBe(1);
}, 60_000);

describe.runIf(hasPostgres)('a database', () => {
  it('is backed up and migrated too; an audit that does not verify is in the exit code', async () => {
    const database = await createDatabase('empty');
    const client = new pg.Client({
      connectionString: database.url,
      application_name: 'countersign of a server',
    });
    await client.connect();
    try {
      // Rows by hand, which no server has sealed.
      const head = 'UPDATE positions SET head = (SELECT MAX(position) FROM events)';
      await client.query(`${fixture('postgres-9')}${fixture('rows')}${head}`);
      const version = async () =>
        Number((await client.query('SELECT MAX(version) AS value FROM versions')).rows[0].value);
      const backup = join(home, 'backup');
      const words = ['upgrade', '--data', data, '--backup', backup];
      const programs = findPostgres({ installs: false }) ?? '';
      const run = (...more: string[]) =>
        runCommand([...words, ...more], {
          HOME: home,
          DATABASE_URL: database.url,
          PATH: `${programs}${delimiter}${process.env['PATH']}`,
        });
      const busy = await run();
      expect(busy).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/is using the database/),
      });
      await client.query(`SET application_name = 'a test'`);
      const { code, stdout } = await run('--json');
      expect(JSON.parse(stdout)).toMatchObject({ from: 9, to: databaseVersion, backup });
      expect([code, await version()]).toEqual([1, databaseVersion]);
      expect(readdirSync(backup)).toContain('countersign.dump');
      expect(await run()).toMatchObject({ code: 0, stdout: expect.stringMatching(/nothing was/) });
    } finally {
      await client.end();
      await database.drop();
    }
  }, 120_000);
});
