import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServers, program } from '../scripts/build-servers.mjs';

export const token = 'an-administrator-token-for-benches';

/** A number from the environment. */
export const sizeOf = (name: string, standard: number): number =>
  Number(process.env[name] ?? standard);

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The middle value, and the one that 99 of 100 do not exceed. */
export function percentiles(values: readonly number[]): { p50: number; p99: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

const ticksPerSecond = 100;

/** What a process has used, from /proc. */
export interface Usage {
  /** Of the processor, in all threads, since its start. */
  cpuSeconds(): number;
  residentMegabytes(): number;
  peakMegabytes(): number;
}

export function usageOf(pid: number): Usage {
  const status = (name: string) => {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1_024;
  };
  return {
    cpuSeconds() {
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
    },
    residentMegabytes: () => status('VmRSS'),
    peakMegabytes: () => status('VmHWM'),
  };
}

/** A program that says where it listens. */
export async function startProgram(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<Usage & { url: string; pid: number; stop(): Promise<void> }> {
  const child: ChildProcess = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const receive = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-8_000);
      const found = /listens on (\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on('data', receive);
    child.stderr?.on('data', receive);
    void ended.then(() => reject(new Error(`${args.join(' ')} has ended: ${output}`)));
  });
  const pid = child.pid ?? 0;
  return {
    url,
    pid,
    ...usageOf(pid),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** An agent: writes runs as `play` says, and the same frames for everyone who gets `/raw`. */
export type PlayFrames = (
  write: (frame: string) => Promise<void>,
  run: { threadId: string; runId: string; message: string },
) => Promise<void>;

/** Resolves false when the reader has gone. */
function writerTo(response: ServerResponse) {
  return async (frame: string): Promise<void> => {
    if (response.destroyed) throw new Error('The reader has gone.');
    if (response.write(frame)) return;
    await new Promise<void>((resolve) => {
      const go = () => {
        response.off('drain', go).off('close', go);
        resolve();
      };
      response.on('drain', go).on('close', go);
    });
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}

export async function startFramesAgent(play: PlayFrames) {
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const given = body === '' ? null : JSON.parse(body);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const { threadId = 'raw', runId = 'raw', messages = [] } = given ?? {};
    const message = messages.at(-1)?.content ?? '';
    play(writerTo(response), { threadId, runId, message }).then(
      () => response.end(),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The server with one agent of the id `bench`, without a browser. */
export async function startServer(play: PlayFrames, environment: Record<string, string> = {}) {
  buildServers();
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const agent = await startFramesAgent(play);
  const data = join(folder, 'data');
  mkdirSync(data);
  const agents = join(folder, 'agents.json');
  writeFileSync(
    agents,
    JSON.stringify([{ id: 'bench', name: 'Bench', url: agent.url, protocol: 'hai' }]),
  );
  const start = (dataFolder = data) =>
    startProgram(program('bff'), {
      PORT: '0',
      COUNTERSIGN_DATA: dataFolder,
      COUNTERSIGN_TOKEN: token,
      COUNTERSIGN_AGENTS: agents,
      COUNTERSIGN_LOG: 'warn',
      COUNTERSIGN_REQUESTS_PER_MINUTE: '1000000000',
      COUNTERSIGN_STREAMS: '100000',
      COUNTERSIGN_STREAMS_PER_OPERATOR: '100000',
      ...environment,
    });
  let server = await start();
  const request = async (path: string, body?: unknown, of = server.url) => {
    const response = await fetch(`${of}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text;
  };
  return {
    agentUrl: agent.url,
    data,
    server: () => server,
    request,
    async start(message: string): Promise<{ taskId: string; runId: string }> {
      return JSON.parse(await request('/api/tasks', { agentId: 'bench', message }));
    },
    async untilEnded(taskId: string): Promise<void> {
      for (;;) {
        const { runStatus } = JSON.parse(await request(`/api/tasks/${taskId}`));
        if (!['starting', 'running'].includes(runStatus)) return;
        await pause(100);
      }
    },
    /** One more server of the same settings, for a database that several share; its caller stops it. */
    async another() {
      const own = mkdtempSync(join(folder, 'data-'));
      const one = await start(own);
      while ((await fetch(`${one.url}/health/ready`)).status !== 200) await pause(5);
      return one;
    },
    /** Stops it and starts it again; returns the seconds until it listens and is ready. */
    async restart(): Promise<number> {
      await server.stop();
      const began = performance.now();
      server = await start();
      while ((await fetch(`${server.url}/health/ready`)).status !== 200) await pause(5);
      return (performance.now() - began) / 1_000;
    },
    async close() {
      await server.stop();
      agent.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type BareStage = Awaited<ReturnType<typeof startServer>>;
