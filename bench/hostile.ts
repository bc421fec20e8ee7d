import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printTable } from './table.ts';

const token = 'an-administrator-token-for-benches';
type Say = (text: string) => Promise<void>;
interface Case {
  name: string;
  /** Writes frames; the bench ends the run. */
  play(say: Say): Promise<void>;
  /** After this time it is reported as a hang, seconds. */
  patience: number;
}

const frame = (event: unknown) => `data: ${JSON.stringify(event)}\n\n`;
const delta = (operations: unknown[]) => frame({ type: 'STATE_DELTA', delta: operations });
const seed = frame({ type: 'STATE_SNAPSHOT', snapshot: { seed: 'x'.repeat(64) } });
const copyOf = (index: number) => ({ op: 'copy', from: '', path: `/copy${index}` });
/** Enough events for a snapshot. */
const ticks = Array.from({ length: 1_100 }, () => frame({ type: 'CUSTOM', name: 'tick' })).join('');

const copies =
  (count: number): Case['play'] =>
  async (say) => {
    await say(seed);
    for (let index = 0; index < count; index += 1) await say(delta([copyOf(index)]));
    await say(ticks);
  };

const text = (messageId: string, words: string) =>
  frame({ type: 'BUSINESS_DATA_CONTENT', messageId, delta: words });

const cases: Case[] = [
  { name: '24 doubling copies', play: copies(24), patience: 60 },
  {
    name: '24 copies in one event',
    patience: 60,
    async play(say) {
      await say(seed);
      await say(delta(Array.from({ length: 24 }, (_, index) => copyOf(index))));
      await say(ticks);
    },
  },
  { name: '40 doubling copies', play: copies(40), patience: 150 },
  {
    name: '512 MB of legal text',
    patience: 300,
    async play(say) {
      for (let index = 0; index < 1_024; index += 1) {
        await say(text(`message-${index % 64}`, `${index} `.padEnd(500_000, 'legal text ')));
      }
    },
  },
  {
    name: '2.4 M small events',
    patience: 400,
    async play(say) {
      for (let index = 0; index < 2_400; index += 1) {
        let page = '';
        for (let row = 0; row < 1_000; row += 1) {
          page += frame({ type: 'CUSTOM', name: `tick ${index}-${row}` });
        }
        await say(page);
      }
    },
  },
];

interface Outcome {
  alive: boolean;
  seconds: number;
  peakMegabytes: number;
  stalledMs: number;
  snapshot: string;
  stored: string;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** One hostile agent against one new server; its health is queried every 20 ms in the meantime. */
async function attack({ play, patience }: Case): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-hostile-'));
  const sayTo =
    (response: ServerResponse): Say =>
    async (said) => {
      if (response.destroyed) throw new Error('gone');
      if (response.write(said)) return;
      await new Promise<void>((resolve) => {
        const go = () => {
          response.off('drain', go).off('close', go);
          resolve();
        };
        response.on('drain', go).on('close', go);
      });
    };
  const agent = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const say = sayTo(response);
      say(frame({ type: 'RUN_STARTED' }))
        .then(() => play(say))
        .then(() => say(frame({ type: 'RUN_FINISHED' })))
        .then(
          () => response.end(),
          () => response.destroy(),
        );
    });
  });
  await new Promise<void>((resolve) => agent.listen(0, '127.0.0.1', resolve));
  const agents = join(folder, 'agents.json');
  const { port } = agent.address() as AddressInfo;
  writeFileSync(
    agents,
    JSON.stringify([
      { id: 'hostile', name: 'Hostile', url: `http://127.0.0.1:${port}/`, protocol: 'hai' },
    ]),
  );
  const child = spawn(process.execPath, ['--import', 'tsx', 'apps/bff/src/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: '0',
      COUNTERSIGN_DATA: join(folder, 'data'),
      COUNTERSIGN_TOKEN: token,
      COUNTERSIGN_AGENTS: agents,
      COUNTERSIGN_REQUESTS_PER_MINUTE: '1000000',
    },
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const receive = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000);
      const found = /listens on (\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', receive);
    child.stderr.on('data', receive);
    child.once('exit', () => reject(new Error(output)));
  });
  const gone = () => child.exitCode !== null || child.signalCode !== null;
  const call = (path: string, body?: unknown, seconds = 120) =>
    fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(seconds * 1_000),
    });
  let stalledMs = 0;
  let watching = true;
  const watch = (async () => {
    while (watching && !gone()) {
      const before = performance.now();
      await call('/health', undefined, patience)
        .then((answer) => answer.text())
        .catch(() => {});
      stalledMs = Math.max(stalledMs, performance.now() - before);
      await pause(20);
    }
  })();
  const start = performance.now();
  let snapshot = 'none';
  try {
    const started = await call('/api/tasks', { agentId: 'hostile', message: 'Go.' });
    const { taskId } = (await started.json()) as { taskId: string };
    while (!gone() && performance.now() - start < patience * 1_000) {
      const answer = await call(`/api/tasks/${taskId}`, undefined, patience);
      const task = (await answer.json()) as { runStatus: string };
      if (!['starting', 'running'].includes(task.runStatus)) break;
      await pause(100);
    }
    // Work after the end of a run is done by now, or never.
    await pause(3_000);
    const before = performance.now();
    const answer = await call(`/api/tasks/${taskId}/snapshot`, undefined, 120);
    const bytes = (await answer.arrayBuffer()).byteLength;
    snapshot = `${answer.status}, ${(bytes / 1e6).toFixed(1)} MB, ${Math.round(performance.now() - before)} ms`;
  } catch (error) {
    snapshot = error instanceof Error ? error.message : String(error);
  }
  const seconds = (performance.now() - start) / 1_000;
  // A terminating process needs a moment to exit.
  await pause(500);
  watching = false;
  const alive = !gone();
  const peak = alive
    ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0)
    : Number.NaN;
  const size = (name: string) => {
    try {
      return statSync(join(folder, 'data', name)).size;
    } catch {
      return 0;
    }
  };
  const stored = `${Math.round((size('countersign.db') + size('countersign.db-wal')) / 1e6)} MB`;
  await Promise.race([watch, pause(100)]);
  if (!alive) process.stderr.write(`${output.slice(-600)}\n`);
  child.kill('SIGKILL');
  agent.closeAllConnections();
  agent.close();
  rmSync(folder, { recursive: true, force: true });
  return { alive, seconds, peakMegabytes: peak / 1_024, stalledMs, snapshot, stored };
}

/** The effects of one agent on the server; others must not notice. */
export async function benchHostile(): Promise<void> {
  const rows: string[][] = [];
  const chosen = process.env['COUNTERSIGN_HOSTILE'];
  for (const each of cases.filter(({ name }) => chosen === undefined || name.includes(chosen))) {
    const outcome = await attack(each);
    rows.push([
      each.name,
      outcome.alive ? 'lives' : 'dead',
      `${outcome.seconds.toFixed(1)} s`,
      `${Math.round(outcome.stalledMs)} ms`,
      Number.isNaN(outcome.peakMegabytes) ? '?' : `${Math.round(outcome.peakMegabytes)} MB`,
      outcome.snapshot,
      outcome.stored,
    ]);
  }
  printTable(
    ['Hostile loads', 'Server', 'Time', 'Slowest health', 'Peak memory', 'Opened', 'On disk'],
    rows,
  );
}
