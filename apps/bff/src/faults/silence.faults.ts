import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChildServer, startChildServer } from '../testing/child-server.ts';
import { type FaultyProxy, startFaultyProxy } from '../testing/faults/faulty-proxy.ts';
import { describeAgent } from '../testing/harness.ts';
import { holdStore } from '../testing/lock-holder.ts';
import { createDatabase, hasPostgres, startMs, type TestDatabase } from '../testing/postgres.ts';
import { startScriptedAgent } from '../testing/scripted-agent.ts';

const silenceMs = 8_000;
/** How long nothing may be recorded and read after the store is back. */
const standstillMs = 5_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const ends: (() => unknown)[] = [];
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'countersign-silence-'));
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  rmSync(directory, { recursive: true, force: true });
});

async function startServer(environment: Record<string, string> = {}): Promise<ChildServer> {
  const agent = await startScriptedAgent({
    onRun(run) {
      run.send({ type: 'RUN_STARTED', runId: run.input.runId });
      run.send({ type: 'RUN_FINISHED', runId: run.input.runId });
      run.end();
    },
  });
  ends.push(agent.close);
  const server = await startChildServer(directory, [describeAgent(agent)], {
    COUNTERSIGN_REQUESTS_PER_MINUTE: '1000000',
    ...environment,
  });
  ends.push(() => server.kill('SIGKILL'));
  return server;
}

/** Commands and reads all the time, each with its own time: as people and programs would. */
function load({ request }: ChildServer) {
  const done = { writes: [] as number[], reads: [] as number[] };
  let isOver = false;
  const repeat = async (kind: keyof typeof done, once: () => Promise<{ status: number }>) => {
    while (!isOver) {
      const { status } = await once().catch(() => ({ status: 0 }));
      if (status < 300 && status > 0) done[kind].push(performance.now());
      await pause(50);
    }
  };
  const loads = Array.from({ length: 4 }, () => [
    repeat('writes', () => request('/api/tasks', { agentId: 'demo', message: 'go' })),
    repeat('reads', () => request('/api/tasks?limit=1')),
  ]).flat();
  return {
    done,
    async end() {
      isOver = true;
      await Promise.all(loads);
    },
  };
}

/** Silence, and what it has cost: the time until both were possible again, ms. */
async function sitOut(server: ChildServer, silence: () => Promise<() => Promise<void> | void>) {
  const { done, end } = load(server);
  while (done.writes.length < 10 || done.reads.length < 10) await pause(20);
  const speak = await silence();
  await pause(silenceMs);
  await speak();
  const backAt = performance.now();
  const first = (times: number[]) => times.find((at) => at > backAt);
  while (first(done.writes) === undefined || first(done.reads) === undefined) await pause(20);
  const after = (times: number[]) => Math.round((first(times) ?? 0) - backAt);
  const cost = { writesMs: after(done.writes), readsMs: after(done.reads) };
  await end();
  return cost;
}

const say = (engine: string, cost: { writesMs: number; readsMs: number }) =>
  process.stdout.write(
    `silence: ${engine}, ${silenceMs} ms; recorded again after ${cost.writesMs} ms, read after ${cost.readsMs} ms\n`,
  );

it('of eight seconds, as another program holds the embedded store, costs no more afterwards', async () => {
  const server = await startServer();
  const cost = await sitOut(server, async () => (await holdStore(directory)).release);
  say('embedded', cost);
  expect(Math.max(cost.writesMs, cost.readsMs)).toBeLessThan(standstillMs);
});

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  let database: TestDatabase;
  let proxy: FaultyProxy;
  let databaseUrl: string;
  beforeEach(async () => {
    database = await createDatabase();
    const url = new URL(database.url);
    const target = { host: url.hostname, port: Number(url.port) };
    proxy = await startFaultyProxy(() => target);
    url.port = `${proxy.port}`;
    databaseUrl = url.href;
    ends.push(() => database.drop(), proxy.close);
  }, startMs);

  it('silence of eight seconds costs no more afterwards, though no connection of before comes back', async () => {
    const server = await startServer({ DATABASE_URL: databaseUrl });
    for (let round = 1; round <= 3; round += 1) {
      const cost = await sitOut(server, async () => {
        proxy.silenceAll();
        return proxy.restore;
      });
      say(`PostgreSQL, round ${round}`, cost);
      expect(Math.max(cost.writesMs, cost.readsMs)).toBeLessThan(standstillMs);
    }
  });
});
