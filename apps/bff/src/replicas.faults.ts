import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Envelope } from '@countersign/hai/envelope';
import { createSseParser } from '@countersign/hai/sse';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noticedAfterMs } from '../../../scripts/balancer.mjs';
import { type ChildServer, childToken, startChildServer } from './testing/child-server.ts';
import { describeAgent } from './testing/harness.ts';
import { createDatabase, hasPostgres, startMs, type TestDatabase } from './testing/postgres.ts';
import { type AgentRun, type ScriptedAgent, startScriptedAgent } from './testing/scripted-agent.ts';

const authorization = `Bearer ${childToken}`;
/** Each of the two servers ten times. */
const restarts = 20;
const leastRequests = 2_000;
const patience = { timeout: 200_000, interval: 50 };
const ends: (() => unknown)[] = [];
let directory: string;
let database: TestDatabase;
let agent: ScriptedAgent;
/** Events of a run, the first and the last included. */
let total = 0;

/** Continues a run after the last event that the server has; ends with its connection. */
function play(run: AgentRun): void {
  const { runId, threadId } = run.input;
  let id = Number(run.headers['last-event-id'] ?? 0);
  let isOpen = true;
  run.response.on('close', () => {
    isOpen = false;
  });
  const step = () => {
    for (let left = 5; left > 0 && id < total; left -= 1) {
      id += 1;
      if (id === 1) run.send({ type: 'RUN_STARTED', threadId, runId });
      else if (id === total) run.send({ type: 'RUN_FINISHED', threadId, runId });
      else run.send({ type: 'CUSTOM', name: 'step', value: id });
    }
    if (id >= total) run.end();
    else if (isOpen) setTimeout(step, 10);
  };
  step();
}

/** A tab: reads everything with its cursor, and connects again to the same address. */
function follow(url: string, isOver: (envelope: Envelope) => boolean) {
  const envelopes: Envelope[] = [];
  const closing = new AbortController();
  let cursor: string | null = null;
  let connections = 0;
  const read = async (): Promise<boolean> => {
    let over = false;
    const parser = createSseParser({
      onFrame(frame) {
        expect(frame.event).not.toBe('reset');
        cursor = frame.id ?? cursor;
        if (frame.event !== undefined || over) return;
        const envelope: Envelope = JSON.parse(frame.data);
        envelopes.push(envelope);
        over = isOver(envelope);
      },
    });
    const abort = new AbortController();
    const response = await fetch(`${url}/api/stream?tasks=*&facts=all`, {
      headers: { authorization, ...(cursor === null ? {} : { 'last-event-id': cursor }) },
      signal: AbortSignal.any([abort.signal, closing.signal]),
    });
    connections += 1;
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      if (over) break;
    }
    abort.abort();
    return over;
  };
  const run = async () => {
    for (;;) {
      const over = await read().catch((error: Error) => {
        if (error.name === 'AssertionError') throw error;
        return false;
      });
      if (over || closing.signal.aborted) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  return {
    envelopes,
    finished: run(),
    connections: () => connections,
    close: () => closing.abort(),
  };
}

/** Ordered, Unique and Reliable: every position once, in order, and what the agent has sent once, in order. */
function check(envelopes: readonly Envelope[]) {
  const positions = envelopes.map(({ position }) => position);
  expect(positions).toEqual(positions.map((_, index) => (positions[0] ?? 0) + index));
  const steps = envelopes.flatMap(({ event }) =>
    event.type === 'CUSTOM' && event.name === 'step' ? [event.value] : [],
  );
  expect(steps).toEqual(Array.from({ length: total - 2 }, (_, index) => index + 2));
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const place = server.address();
      server.close(() => resolve(typeof place === 'object' && place !== null ? place.port : 0));
    });
  });

async function startServer(environment: Record<string, string> = {}): Promise<ChildServer> {
  const server = await startChildServer(directory, [describeAgent(agent)], {
    DATABASE_URL: database.url,
    // As long as any of them may be delayed on a busy machine without being taken for ended.
    COUNTERSIGN_LEASE_MS: '4000',
    COUNTERSIGN_REQUESTS_PER_MINUTE: '1000000',
    COUNTERSIGN_TRUST_PROXY: 'loopback',
    ...environment,
  });
  ends.push(() => server.kill('SIGKILL'));
  return server;
}

/** The proxy of `compose.ha.yml` and `npm run replicas`, as a process. */
async function startProxy(to: readonly string[]): Promise<string> {
  const program = fileURLToPath(new URL('../../../scripts/balance.mjs', import.meta.url));
  const child = spawn(process.execPath, [
    program,
    ...['--port', '0'],
    ...to.flatMap((url) => ['--to', url]),
  ]);
  ends.push(() => child.kill('SIGKILL'));
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await vi.waitUntil(() => said.includes('\n'), patience);
  return /listens on (\S+)/.exec(said)?.[1] ?? '';
}

const startTask = async (url: string) => {
  const response = await fetch(`${url}/api/tasks`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ agentId: 'demo', message: 'go', idempotencyKey: randomUUID() }),
  });
  return response.status;
};

/** Registers a service, which servers keep in memory, and looks for it at once. */
async function registerAndFind(url: string, name: string): Promise<'found' | string> {
  const place = { protocol: 'http', host: 'tools.acme.example', agent_protocol: 'mcp' };
  const response = await fetch(`${url}/api/uap/services`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ ...place, name, port: 8_080 }),
  });
  const said = await response.text();
  if (response.status !== 201) return `${name} was not registered: ${response.status} ${said}`;
  const found = await fetch(`${url}/api/uap/services/${name}`, { headers: { authorization } });
  const list = await found.text();
  return list.includes(`"${name}"`) ? 'found' : `${name} was not found: ${found.status} ${list}`;
}

const isFinish = ({ event }: Envelope) => event.type === 'RUN_FINISHED';

describe.runIf(hasPostgres)('servers on one database', () => {
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'countersign-replicas-'));
    database = await createDatabase();
    agent = await startScriptedAgent({ headers: { 'hai-resume': 'last-event-id' }, onRun: play });
  }, startMs);
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    await agent.close();
    await database.drop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('the server that reads an agent is killed: another one reads on, nothing is lost or doubled', async () => {
    total = 1_000;
    const first = await startServer();
    const second = await startServer();
    const url = await startProxy([first.url, second.url]);
    const tabs = Array.from({ length: 4 }, () => follow(url, isFinish));
    await vi.waitUntil(() => tabs.every((tab) => tab.connections() > 0), patience);
    expect(await startTask(second.url)).toBe(201);
    await vi.waitUntil(() => tabs.every(({ envelopes }) => envelopes.length > 100), patience);
    const killedAt = performance.now();
    await first.kill('SIGKILL');
    await agent.run(1);
    const takeoverMs = Math.round(performance.now() - killedAt);
    await Promise.all(tabs.map(({ finished }) => finished));
    for (const { envelopes } of tabs) check(envelopes);
    expect(agent.runs).toHaveLength(2);
    process.stdout.write(
      `replicas: 1 kill, taken over after ${takeoverMs} ms; ${tabs.length} tabs, ${tabs.reduce((sum, tab) => sum + tab.connections(), 0)} connections, ${tabs.reduce((sum, tab) => sum + tab.envelopes.length, 0)} deliveries, 0 lost, 0 doubled\n`,
    );
  });

  it('a server that was stopped for longer than its lease writes nothing more when it resumes, and ends', async () => {
    total = 1_000;
    const first = await startServer();
    const second = await startServer();
    const tab = follow(second.url, isFinish);
    await vi.waitUntil(() => tab.connections() > 0, patience);
    expect(await startTask(first.url)).toBe(201);
    await vi.waitUntil(() => tab.envelopes.length > 100, patience);
    process.kill(first.pid, 'SIGSTOP');
    await agent.run(1);
    // The agent also continues sending to the one that was stopped.
    await vi.waitUntil(() => tab.envelopes.length > 300, patience);
    process.kill(first.pid, 'SIGCONT');
    expect(await first.ended).toBe(1);
    expect(first.output()).toContain('another server has taken over the duty');
    await tab.finished;
    check(tab.envelopes);
  });

  it('restarted one after the other twenty times under load, they fail no request, and a client finds what it has written', async () => {
    total = 12;
    const ports = [await freePort(), await freePort()];
    const start = (port: number) =>
      startServer({ PORT: `${port}`, COUNTERSIGN_READINESS_DELAY_MS: String(2 * noticedAfterMs) });
    const servers = [await start(ports[0] ?? 0), await start(ports[1] ?? 0)];
    const url = await startProxy(servers.map((server) => server.url));
    const tab = follow(url, () => false);
    let isOver = false;
    const failures: unknown[] = [];
    let started = 0;
    let reads = 0;
    let services = 0;
    let registered = 0;
    const load = async () => {
      while (!isOver) {
        try {
          const status = await startTask(url);
          if (status === 201) started += 1;
          else failures.push(status);
          const list = await fetch(`${url}/api/tasks`, { headers: { authorization } });
          if (list.status === 200) reads += 1;
          else failures.push(list.status);
          await list.text();
          const own = await registerAndFind(url, `service-${++services}`);
          if (own === 'found') registered += 1;
          else failures.push(own);
          await new Promise((resolve) => setTimeout(resolve, 150));
        } catch (error) {
          failures.push(error);
        }
      }
    };
    const loads = [load(), load(), load()];
    for (let restart = 0; restart < restarts; restart += 1) {
      const index = restart % ports.length;
      const port = ports[index] ?? 0;
      const least = started + 10;
      await vi.waitUntil(() => started > least, patience);
      expect(await servers[index]?.kill('SIGTERM')).toBe(0);
      servers[index] = await start(port);
      // As in any rolling restart: the next one is stopped when this one takes requests.
      const ready = async () =>
        (await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null))?.status === 200;
      await vi.waitUntil(ready, patience);
    }
    await vi.waitUntil(() => started + reads + 2 * registered >= leastRequests, patience);
    isOver = true;
    await Promise.all(loads);
    const finished = () => tab.envelopes.filter(isFinish).length;
    await vi.waitUntil(() => finished() >= started, patience);
    tab.close();
    await tab.finished;
    expect(failures).toEqual([]);
    expect(started + reads + 2 * registered).toBeGreaterThanOrEqual(leastRequests);
    expect(finished()).toBe(started);
    const posted = agent.runs.filter(({ headers }) => headers['last-event-id'] === undefined);
    expect(new Set(posted.map(({ input }) => input.runId)).size).toBe(started);
    const positions = tab.envelopes.map(({ position }) => position);
    expect(positions).toEqual(positions.map((_, index) => (positions[0] ?? 0) + index));
    process.stdout.write(
      `replicas: ${restarts} restarts under load; ${started} tasks, ${reads} reads, ${registered} services found where they were registered, 0 failed of ${started + reads + 2 * registered} requests; ${tab.envelopes.length} deliveries over ${tab.connections()} connections, 0 lost, 0 doubled\n`,
    );
  }, 1_200_000);
});
