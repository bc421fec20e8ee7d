import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@countersign/server/store/sqlite/database';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ChildServer, startChildServer } from './testing/child-server.ts';
import { describeAgent } from './testing/harness.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';

let directory: string;
let server: ChildServer | null = null;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'countersign-start-'));
});
afterEach(async () => {
  await server?.kill('SIGKILL');
  server = null;
  rmSync(directory, { recursive: true, force: true });
});

/** The output of a start that fails. */
const refusal = async (environment: Record<string, string>, data = directory): Promise<string> => {
  const started = startChildServer(data, [], environment);
  const said = await started.then(
    () => 'it started',
    (error: Error) => error.message,
  );
  expect(said).toMatch(/^the server ended with 1: /);
  expect(said).not.toMatch(/\n\s+at /);
  return said;
};

it('reports in a sentence why it cannot start: settings', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const agents = join(directory, 'other-agents.json');
  writeFileSync(agents, '{ not json');
  const file = join(directory, 'a-file');
  writeFileSync(file, '');
  const [badPort, busy, badAgents, noFolder, noHost] = await Promise.all([
    refusal({ PORT: 'eighty' }),
    refusal({ PORT: `${port}`, COUNTERSIGN_DATA: join(directory, 'busy') }),
    refusal({ COUNTERSIGN_AGENTS: agents }),
    refusal({ COUNTERSIGN_DATA: join(file, 'below') }),
    refusal({
      HOST: '203.0.113.7',
      COUNTERSIGN_TOKEN: 'a-token-that-is-long-enough-Ab3',
      COUNTERSIGN_DATA: join(directory, 'host'),
    }),
  ]);
  taken.close();
  expect(badPort).toMatch(/PORT: /);
  expect(busy).toMatch(/Port \d+ is taken\. Choose another with --port, or PORT\./);
  expect(badAgents).toMatch(/COUNTERSIGN_AGENTS .* is not JSON/);
  expect(noFolder).toMatch(/The data folder .* cannot be made .* Choose another/);
  expect(noHost).toMatch(/HOST=203\.0\.113\.7 is no address of this machine/);
}, 60_000);

it('reports in a sentence why it cannot start: the store', async () => {
  const at = (name: string) => {
    const path = join(directory, name);
    mkdirSync(path);
    return path;
  };
  const newer = at('newer');
  const database = openDatabase(join(newer, 'countersign.db'), 'write');
  database.exec(
    `CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID; INSERT INTO meta VALUES('schema', '9999')`,
  );
  database.close();
  const orphan = at('orphan');
  writeFileSync(join(orphan, 'countersign.db-wal'), 'frames of a file that is gone');
  const garbage = at('garbage');
  writeFileSync(
    join(garbage, 'countersign.db'),
    'this is no database at all, but long enough to be read'.repeat(100),
  );
  const said = await Promise.all([newer, orphan, garbage].map((path) => refusal({}, path)));
  expect(said[0]).toMatch(/is of a newer version \(schema 9999\)/);
  expect(said[1]).toMatch(
    /countersign\.db is missing in .* but its log countersign\.db-wal is there/,
  );
  expect(said[2]).toMatch(/The store .* cannot be read .* Put a backup in its place/);
  expect(readdirSync(orphan)).not.toContain('countersign.db');
}, 60_000);

it('lets no other server start on the same directory, even if its lock file was removed', async () => {
  server = await startChildServer(directory, []);
  rmSync(join(directory, 'server.lock'));
  for (const attempt of [1, 2]) {
    expect(await refusal({}), `attempt ${attempt}`).toMatch(/Another Countersign server is using/);
  }
  expect((await server.request('/health/ready')).status).toBe(200);
}, 60_000);

it('keeps its files private', async () => {
  const previous = process.umask(0);
  const open = join(directory, 'open');
  mkdirSync(open, { mode: 0o777 });
  try {
    server = await startChildServer(open, []);
  } finally {
    process.umask(previous);
  }
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect(mode(open)).toBe('700');
  for (const name of readdirSync(open)) {
    if (name !== 'agents.json') expect(`${name} ${mode(join(open, name))}`).toBe(`${name} 600`);
  }
}, 60_000);

it('leaves all data in the one file when it is stopped', async () => {
  const agent = await startScriptedAgent({
    onRun(run) {
      run.send({ type: 'RUN_STARTED', runId: run.input.runId });
      run.send({ type: 'RUN_FINISHED', runId: run.input.runId });
    },
  });
  server = await startChildServer(directory, [describeAgent(agent)]);
  const { body } = await server.request('/api/tasks', { agentId: 'demo', message: 'go' });
  const events = async (of: ChildServer) =>
    (await of.request(`/api/tasks/${body.taskId}/events`)).body.items;
  let before = await events(server);
  // Events of one task are not streamed here: polled until the run has ended.
  while (!JSON.stringify(before).includes('RUN_FINISHED')) before = await events(server);
  expect(await server.kill('SIGTERM')).toBe(0);
  const copy = join(directory, 'copy');
  mkdirSync(copy);
  // The end of the audit is sealed with the key.
  for (const file of ['countersign.db', 'secret.key'])
    copyFileSync(join(directory, file), join(copy, file));
  server = await startChildServer(copy, [describeAgent(agent)]);
  expect(await events(server)).toEqual(before);
  expect((await server.request('/api/audit/verify')).body.ok).toBe(true);
  await agent.close();
}, 60_000);

it('ends with an error when the writer’s thread has died', async () => {
  // Loaded before the server: a signal ends its threads.
  const preload = `import threads from 'node:worker_threads';
    import { syncBuiltinESMExports } from 'node:module';
    const { Worker } = threads;
    threads.Worker = class extends Worker {
      constructor(...given) { super(...given); process.on('SIGUSR2', () => this.terminate()); }
    };
    syncBuiltinESMExports();`;
  server = await startChildServer(directory, [], {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(preload)}`,
  });
  expect(await server.kill('SIGUSR2')).toBe(1);
  expect(server.output()).toMatch(/Nothing can be recorded any more .*so this server ends/);
}, 60_000);
