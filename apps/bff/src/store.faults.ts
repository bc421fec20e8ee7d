import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Envelope } from '@countersign/hai/envelope';
import { eachFaultRound } from '@countersign/testkit/fault-rounds';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ChildServer, startChildServer } from './testing/child-server.ts';
import { describeAgent } from './testing/harness.ts';
import { holdStore } from './testing/lock-holder.ts';
import {
  type AgentRun,
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from './testing/scripted-agent.ts';

const ends: (() => unknown)[] = [];
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-outage-'));
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  rmSync(root, { recursive: true, force: true });
});

/** Sends numbered steps, and a question with each five-hundredth, from where it is joined. */
function playing(state: { stopAt: number; said: number }) {
  return (run: AgentRun) => {
    let next = Number(run.headers['last-event-id'] ?? 0);
    const step = () => {
      if (run.response.destroyed) return;
      // As much as the socket accepts: an agent that is not read has to wait.
      while (next < state.stopAt && !run.response.writableNeedDrain) {
        next += 1;
        if (next === 1) run.send({ type: 'RUN_STARTED', runId: run.input.runId });
        else if (next % 500 === 0) {
          const messageId = `question-7d1f9c52-${next}`;
          run.send(
            upMessage(run.input.threadId, { messageId, state: 'needsHumanDecision', ask: '?' }),
          );
        } else run.send({ type: 'CUSTOM', name: 'number', value: next });
        if (next % 20 === 0) break;
      }
      state.said = Math.max(state.said, next);
      if (next < state.stopAt) setTimeout(step, 20);
      else {
        run.send({ type: 'RUN_FINISHED', runId: run.input.runId });
        run.end();
      }
    };
    step();
  };
}

interface Played {
  agent: ScriptedAgent;
  state: { stopAt: number; said: number };
  taskId: string;
}

async function play(
  directory: string,
  headers: Record<string, string>,
): Promise<Played & { server: ChildServer }> {
  const state = { stopAt: Number.POSITIVE_INFINITY, said: 0 };
  const agent = await startScriptedAgent({ headers, onRun: playing(state) });
  ends.push(agent.close);
  const server = await startChildServer(directory, [describeAgent(agent)]);
  ends.push(() => server.kill('SIGKILL'));
  const { body } = await server.request('/api/tasks', { agentId: 'demo', message: 'go' });
  return { server, agent, state, taskId: body.taskId };
}

const untilStatus = async (server: ChildServer, taskId: string, status: string) => {
  for (;;) {
    const { body } = await server.request(`/api/tasks/${taskId}`);
    if (body.runStatus === status) return;
    if (['lost', 'failed'].includes(body.runStatus))
      throw new Error(`the run is ${body.runStatus}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};
const untilReady = async (server: ChildServer, status: number) => {
  while ((await server.request('/health/ready')).status !== status) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

/** Every number once, in order; every question open, once; and no anomaly. */
async function expectWhole(server: ChildServer, { taskId, state }: Played): Promise<void> {
  const numbers: number[] = [];
  const anomalies: unknown[] = [];
  for (let after = 0; ; ) {
    const { body } = await server.request(`/api/tasks/${taskId}/events?limit=1000&after=${after}`);
    const items: Envelope[] = body.items;
    for (const { event, agentId } of items) {
      if (event.type !== 'CUSTOM') continue;
      if (event.name === 'countersign.anomaly') anomalies.push(event.value);
      if (event.name === 'number') numbers.push(Number(event.value));
      if (event.name === 'upformat.message' && agentId === 'demo') {
        numbers.push(Number((event.value as { messageId: string }).messageId.split('-').at(-1)));
      }
    }
    const last = items.at(-1);
    if (last === undefined) break;
    after = last.sequence;
  }
  expect(anomalies).toEqual([]);
  expect(numbers).toEqual(Array.from({ length: state.stopAt - 1 }, (_, index) => index + 2));
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** One outage of `outage` while the agent sends; commands are refused quickly meanwhile, and nothing is lost. */
async function sitOut(
  directory: string,
  headers: Record<string, string>,
  outage: () => Promise<() => Promise<void>>,
  ms: number,
): Promise<void> {
  const played = await play(directory, headers);
  const { server, state } = played;
  while (state.said < 300) await wait(20);
  const end = await outage();
  await untilReady(server, 503);
  const refused = await server.request('/api/tasks', { agentId: 'demo', message: 'meanwhile' });
  expect(refused.status).toBe(503);
  expect((await server.request('/health')).body.store.reason).not.toBeNull();
  await wait(ms);
  await end();
  await untilReady(server, 200);
  state.stopAt = state.said + 200;
  await untilStatus(server, played.taskId, 'finished');
  await expectWhole(server, played);
}

const holding = (directory: string) => async () => {
  const holder = await holdStore(directory);
  return () => holder.release();
};

it('loses nothing while another process holds the store for 11, 16 and 30 s', async () => {
  const resumable = { 'hai-resume': 'last-event-id' };
  const cases: [number, Record<string, string>][] = [
    [11, {}],
    [16, resumable],
    [30, {}],
  ];
  // In parallel, each with its own server, agent and store.
  await Promise.all(
    cases.map(async ([seconds, headers]) => {
      const directory = join(root, `held-${seconds}`);
      mkdirSync(directory);
      await sitOut(directory, headers, holding(directory), seconds * 1_000);
    }),
  );
});

/** A separate disk that can be filled: a tmpfs if this user may mount one, else a limit on the size of its files. */
function fullDisk(directory: string): { fill: (server: ChildServer) => () => Promise<void> } {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', directory], { stdio: 'pipe' });
    ends.push(() => execFileSync('umount', ['-l', directory]));
    return {
      fill() {
        const file = join(directory, 'fill');
        try {
          writeFileSync(file, Buffer.alloc(32_000_000));
        } catch {
          // Filled on purpose.
        }
        return async () => rmSync(file);
      },
    };
  } catch {
    return {
      fill(server) {
        const limit = (size: string) =>
          void execFileSync('prlimit', ['--pid', `${server.pid}`, `--fsize=${size}:`]);
        limit('16384');
        return async () => limit('unlimited');
      },
    };
  }
}

it('loses nothing while the disk is full', async () => {
  const directory = join(root, 'full');
  mkdirSync(directory);
  const disk = fullDisk(directory);
  const played = await play(directory, {});
  const { server, state } = played;
  while (state.said < 300) await wait(20);
  const free = disk.fill(server);
  await untilReady(server, 503);
  expect((await server.request('/health')).body.store.reason).toMatch(/full|failing/);
  await wait(3_000);
  await free();
  await untilReady(server, 200);
  state.stopAt = state.said + 200;
  await untilStatus(server, played.taskId, 'finished');
  await expectWhole(server, played);
});

it('loses nothing in outages and kills at random moments', () =>
  eachFaultRound(async (random, seed) => {
    const directory = join(root, `round-${seed}`);
    mkdirSync(directory);
    const played = await play(directory, { 'hai-resume': 'last-event-id' });
    let { server } = played;
    const { state } = played;
    for (let round = 0; round < 3; round += 1) {
      await wait(random() * 1_000);
      const holder = await holdStore(directory);
      await wait(random() * 3_000);
      const killed = random() < 0.5;
      if (killed) await server.kill('SIGKILL');
      await holder.release();
      if (killed) {
        server = await startChildServer(directory, [describeAgent(played.agent)]);
        ends.push(() => server.kill('SIGKILL'));
      }
    }
    await untilReady(server, 200);
    state.stopAt = state.said + 200;
    await untilStatus(server, played.taskId, 'finished');
    await expectWhole(server, played);
    await server.kill('SIGKILL');
  }));
