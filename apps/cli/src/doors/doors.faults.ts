import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChildServer, startChildServer } from '@countersign/bff/testing/child-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installHook, sentBy } from './testing/hook-runs.ts';

const runs = Number(process.env['DOOR_RUNS'] ?? 24);
const seed = Number(process.env['DOOR_SEED'] ?? Date.now() % 1_000_000);

/** The same faults for the same seed. */
function seeded(from: number): () => number {
  let state = from;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const faults = [
  'none',
  'launcher terminated',
  'launcher killed',
  'worker killed',
  'server killed',
  'cut',
  'cut for long',
  'answer twice',
  'malformed',
  'malformed yes',
  'other digest',
  'late yes',
] as const;
type Fault = (typeof faults)[number];

let folder: string;
let server: ChildServer;
let front: Front;
let token = '';

/** Between hook and server: cuts, and lies. */
interface Front {
  url: string;
  mood: 'pass' | 'cut' | 'malformed' | 'malformed yes' | 'other digest';
  server: Server;
}

const lies = {
  malformed: '{"id":"x","state":"allo',
  'malformed yes': '{"decision":"allow"}',
  'other digest': `{"id":"x","state":"allowed","decision":"allow","input":null,"digest":"sha256:${'1'.repeat(64)}"}`,
};

async function startFront(): Promise<Front> {
  const made = createServer((incoming, outgoing) => {
    const { mood } = front;
    if (mood === 'cut') return incoming.socket.destroy();
    if (mood !== 'pass') return outgoing.writeHead(200).end(lies[mood]);
    const { method, headers, url = '/' } = incoming;
    const onward = request(new URL(url, server.url), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.on('error', () => outgoing.destroy());
      response.pipe(outgoing);
    });
    onward.on('error', () => incoming.socket.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
  return { url, mood: 'pass', server: made };
}

const start = () => startChildServer(join(folder), []);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-doors-'));
  server = await start();
  front = await startFront();
  const { body } = await server.request('/api/programs', { name: 'Faults', via: 'http' });
  token = String(body.token);
}, 60_000);
afterAll(async () => {
  front.server.close();
  await server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** The question with this command; null = none. */
async function questionWith(command: string) {
  const { body } = await server.request('/api/prompts').catch(() => ({ body: { items: [] } }));
  return body.items.find((one: unknown) => JSON.stringify(one).includes(command)) ?? null;
}

/** Answers a question; the status, 0 = the server was away. */
async function answer(id: string, type: 'approve' | 'reject'): Promise<number> {
  const path = `/api/prompts/${encodeURIComponent(id)}`;
  try {
    const { body } = await server.request(path);
    const decision = { feedback: { type }, digest: body.digest, holdMs: 0 };
    const key = { idempotencyKey: crypto.randomUUID() };
    return (await server.request(`${path}/decisions`, { ...decision, ...key })).status;
  } catch {
    return 0;
  }
}

/** An agent that runs the call if, and only if, the hook says yes: exit 0. Killed hooks run nothing, as in Claude Code. */
function agentRun(launcher: string, command: string, ran: string) {
  const child = spawn('/bin/sh', [launcher, 'ask'], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(sentBy('claude', { command })));
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on('exit', (code) => {
      if (code === 0) writeFileSync(ran, stdout);
      resolve(code);
    });
  });
  return { child, ended };
}

const childrenOf = (pid: number): Promise<number[]> =>
  new Promise((resolve) => {
    const listing = spawn('ps', ['-o', 'pid=', '--ppid', String(pid)]);
    let text = '';
    listing.stdout.on('data', (chunk) => {
      text += chunk;
    });
    listing.on('close', () => resolve(text.trim().split(/\s+/).filter(Boolean).map(Number)));
  });

async function inflict(fault: Fault, child: ChildProcess, random: () => number): Promise<void> {
  await sleep(random() * 700);
  if (fault === 'launcher terminated') child.kill('SIGTERM');
  if (fault === 'launcher killed') child.kill('SIGKILL');
  if (fault === 'worker killed') {
    for (const pid of await childrenOf(child.pid ?? 0)) process.kill(pid, 'SIGKILL');
  }
  if (fault === 'server killed') {
    await server.kill('SIGKILL');
    await sleep(random() * 300);
    server = await start();
  }
  if (fault === 'cut' || fault === 'cut for long') {
    front.mood = 'cut';
    await sleep(fault === 'cut' ? random() * 1_000 : 6_000);
    front.mood = 'pass';
  }
  if (fault === 'malformed' || fault === 'malformed yes' || fault === 'other digest') {
    front.mood = fault;
    await sleep(1_500);
    front.mood = 'pass';
  }
}

it(`no call is carried out without a stored yes (seed ${seed}, ${runs} runs)`, async () => {
  const random = seeded(seed);
  const seen = { ran: 0, denied: 0 };
  for (let run = 0; run < runs; run += 1) {
    // The first run is one that must succeed: a hook that denies everything proves nothing.
    const drawn = Math.floor(random() * faults.length);
    const fault = run === 0 ? 'none' : (faults[drawn] ?? 'none');
    const isWanted = random() < 0.6 || run === 0;
    const wants = isWanted ? 'approve' : random() < 0.5 ? 'reject' : null;
    const command = `touch run-${run}-${seed}`;
    const ran = join(folder, `ran-${run}`);
    const hook = mkdtempSync(join(folder, 'hook-'));
    const launcher = installHook(hook, { url: front.url, token, deadlineSeconds: 5 });
    const { child, ended } = agentRun(launcher, command, ran);
    const going = inflict(fault, child, random).catch(() => {});
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    let yes = 0;
    await sleep(fault === 'late yes' ? 6_500 : random() * 900);
    while (wants !== null) {
      const found = await questionWith(command);
      if (found !== null) {
        const status = await answer(String(found.id), wants);
        if (fault === 'answer twice') await answer(String(found.id), wants);
        if (wants === 'approve' && status === 201) yes += 1;
        // An answer whose reply was lost may be stored as well.
        if (status !== 0) break;
      }
      if (isOver) break;
      await sleep(100);
    }
    await Promise.all([ended, going]);
    await sleep(50);
    if (existsSync(ran)) {
      seen.ran += 1;
      const stored = await questionWith(command);
      const { body } = await server.request(`/api/prompts/${encodeURIComponent(stored?.id ?? '')}`);
      const type = JSON.stringify(body.decision ?? null);
      expect([run, fault, wants, type]).toEqual([
        ...[run, fault, 'approve'],
        expect.stringContaining('"approve"'),
      ]);
    } else seen.denied += 1;
    if (fault === 'none' && wants === 'approve' && yes > 0) expect(existsSync(ran)).toBe(true);
    rmSync(hook, { recursive: true, force: true });
  }
  expect(seen.ran).toBeGreaterThan(0);
  expect(seen.denied).toBeGreaterThan(0);
  process.stdout.write(`${JSON.stringify({ seed, runs, ...seen })}\n`);
}, 3_600_000);
