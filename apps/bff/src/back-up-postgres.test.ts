import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { backUpDatabase, environmentOf } from '@countersign/server/store/postgres/backup';
import { migrate } from '@countersign/server/store/postgres/migrate';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findPostgres } from '../../../scripts/find-postgres.mjs';
import { type ChildServer, startChildServer } from './testing/child-server.ts';
import { describeAgent } from './testing/harness.ts';
import { createDatabase, hasPostgres, startMs, type TestDatabase } from './testing/postgres.ts';
import { type ScriptedAgent, startScriptedAgent, upMessage } from './testing/scripted-agent.ts';

const run = promisify(execFile);
const backUp = (environment: Record<string, string>, target: string) =>
  run(process.execPath, ['dist-server/countersign.mjs', 'backup', target], {
    env: { ...process.env, ...environment },
  });

describe.runIf(hasPostgres)('a backup of a server on PostgreSQL', () => {
  let root: string;
  let agent: ScriptedAgent;
  let databases: TestDatabase[];
  let server: ChildServer | null = null;
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'countersign-backup-'));
    databases = [await createDatabase('empty'), await createDatabase('empty')];
    let asked = 0;
    agent = await startScriptedAgent({
      headers: { 'hai-resume': 'last-event-id' },
      onRun({ input: { runId, threadId }, send }) {
        send({ type: 'RUN_STARTED', threadId, runId });
        for (let index = 0; index < 50; index += 1)
          send({ type: 'CUSTOM', name: 'n', value: index });
        asked += 1;
        const question = { messageId: `question-7d1f9c52-${asked}`, ask: 'Shall I?' };
        send(upMessage(threadId, { ...question, state: 'needsHumanDecision' }));
      },
    });
  }, startMs);
  afterEach(async () => {
    await server?.kill('SIGKILL');
    server = null;
    await agent.close();
    for (const database of databases) await database.drop();
    rmSync(root, { recursive: true, force: true });
  });

  const openOf = async (of: ChildServer) =>
    (await of.request('/api/prompts?state=open')).body.items;
  const untilAsked = (of: ChildServer, count: number) =>
    vi.waitUntil(async () => (await openOf(of)).length >= count, { timeout: startMs });

  it('made while it writes, is restored into another database and served with its questions and keys', async () => {
    const [url = '', other = ''] = databases.map((database) => database.url);
    const data = join(root, 'data');
    mkdirSync(data);
    server = await startChildServer(data, [describeAgent(agent)], { DATABASE_URL: url });
    const { body: task } = await server.request('/api/tasks', { agentId: 'demo', message: 'go' });
    await untilAsked(server, 1);
    const target = join(root, 'copy');
    const { stdout } = await backUp({ DATABASE_URL: url, COUNTERSIGN_DATA: data }, target);
    const position = Number(/up to position (\d+)/.exec(stdout)?.[1]);
    expect(position).toBeGreaterThan(50);
    expect(stdout).toContain('It contains secrets (secret.key)');
    expect(stdout).not.toContain(url);
    expect(readdirSync(target).toSorted()).toEqual(['countersign.dump', 'secret.key']);
    for (const name of readdirSync(target)) {
      expect((statSync(join(target, name)).mode & 0o777).toString(8)).toBe('600');
    }
    // It continued after the backup.
    await server.request('/api/tasks', { agentId: 'demo', message: 'later' });
    await untilAsked(server, 2);
    const events = async (of: ChildServer) =>
      (await of.request(`/api/tasks/${task.taskId}/events?limit=1000`)).body.items.filter(
        (event: { position: number }) => event.position <= position,
      );
    const original = await events(server);
    await server.kill('SIGTERM');

    // As docs/operations.md says.
    const restore = join(findPostgres() ?? '', 'pg_restore');
    await run(restore, [
      ...['--no-owner', '--single-transaction', '--exit-on-error'],
      ...[`--dbname=${other}`, join(target, 'countersign.dump')],
    ]);
    server = await startChildServer(target, [describeAgent(agent)], {
      DATABASE_URL: other,
      // A restored store acts when it is said that it is to.
      COUNTERSIGN_DUTY: 'on',
    });
    expect(await events(server)).toEqual(original);
    expect((await server.request('/api/audit/verify')).body.ok).toBe(true);
    const [question] = await openOf(server);
    if (question === undefined) throw new Error('The question is lost.');
    const answer = await server.request(
      `/api/prompts/${encodeURIComponent(question.id)}/decisions`,
      {
        feedback: { type: 'approve' },
        digest: question.digest,
        idempotencyKey: 'answer-after-restore',
      },
    );
    expect(answer.status).toBe(201);
  }, 120_000);

  it('is refused in a sentence without a store', async () => {
    const [url = ''] = databases.map((database) => database.url);
    const refusal = (environment: Record<string, string>) =>
      backUp({ COUNTERSIGN_DATA: root, ...environment }, join(root, 'copy')).then(
        () => 'it was made',
        (error: { stderr: string }) => error.stderr,
      );
    expect(await refusal({ DATABASE_URL: url })).toBe(
      'There is no store of Countersign in the database of DATABASE_URL.\n',
    );
    expect(readdirSync(root)).toEqual([]);
  }, 60_000);

  it('that fails leaves nothing behind, so that it can be tried again', async () => {
    const [url = ''] = databases.map((database) => database.url);
    await migrate(url, () => 'store');
    const change = async (sql: string) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(sql);
      await client.end();
    };
    await change('ALTER TABLE events RENAME TO happenings');
    const target = join(root, 'copy');
    await expect(backUpDatabase(url, root, target)).rejects.toThrow('lacks the events');
    expect(readdirSync(root)).toEqual([]);
    await change('ALTER TABLE happenings RENAME TO events');
    expect(await backUpDatabase(url, root, target)).toEqual({ position: 0, files: [] });
  }, 60_000);
});

it('the password of a database is in no argument: an address becomes variables', () => {
  expect(
    environmentOf('postgres://a%40b:p%3Aw@db.example:5433/one%20two?sslmode=verify-full'),
  ).toEqual({
    PGHOST: 'db.example',
    PGPORT: '5433',
    PGUSER: 'a@b',
    PGPASSWORD: 'p:w',
    PGDATABASE: 'one two',
    PGSSLMODE: 'verify-full',
  });
  expect(
    environmentOf('postgres://db.example/store?sslmode=verify-full&sslcert=/c.pem&sslkey=/k.pem'),
  ).toMatchObject({ PGSSLCERT: '/c.pem', PGSSLKEY: '/k.pem' });
  expect(environmentOf('postgresql:///store?host=/run/postgresql')).toEqual({
    PGHOST: '/run/postgresql',
    PGDATABASE: 'store',
  });
});
