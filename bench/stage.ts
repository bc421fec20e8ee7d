import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { proofKey } from '@countersign/client/session-proof';
import type { HaiEvent } from '@countersign/hai/event';
import { type Browser, chromium, type Page } from '@playwright/test';
import { buildConsole } from '../scripts/build-console.mjs';
import { buildServers, program } from '../scripts/build-servers.mjs';
import { findChromium } from '../scripts/find-chromium.mjs';

const token = 'an-administrator-token-for-benches';

/** Writes one run into an open stream; resolves when everything has been sent. */
export type Play = (say: (event: HaiEvent) => Promise<void>, run: Run) => Promise<void>;

export interface Run {
  threadId: string;
  runId: string;
  /** The first message of the task. */
  message: string;
}

/** A real server with a real agent over HTTP, and a real browser: all separate processes except for the agent. */
export interface Stage {
  url: string;
  browser: Browser;
  api<T>(path: string, body?: unknown): Promise<T>;
  /** Starts a task of the agent; returns its id. */
  start(message: string, title: string): Promise<string>;
  /** A signed-in page. */
  open(): Promise<Page>;
  close(): Promise<void>;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const listening = (server: Server) =>
  new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

async function freePort(): Promise<number> {
  const probe = createServer();
  await listening(probe);
  const port = portOf(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

interface RunInput {
  threadId: string;
  runId: string;
  messages: readonly { content: string }[];
}

const runOf = ({ threadId, runId, messages }: RunInput): Run => ({
  threadId,
  runId,
  message: messages.at(-1)?.content ?? '',
});

async function startAgent(play: Play): Promise<Server> {
  const sayTo = (response: ServerResponse) => async (event: HaiEvent) => {
    if (response.write(`data: ${JSON.stringify(event)}\n\n`)) return;
    await new Promise((resolve) => response.once('drain', resolve));
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      play(sayTo(response), runOf(JSON.parse(body))).then(
        () => response.end(),
        () => response.destroy(),
      );
    });
  });
  await listening(server);
  return server;
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 2_400; attempt += 1) {
    if (child.exitCode !== null) throw new Error('the server ended early');
    if (
      await fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the server did not become ready');
}

function apiOf(url: string): Stage['api'] {
  return async <T>(path: string, body?: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
}

/** The agent has the id `bench`. Serves the console in COUNTERSIGN_CONSOLE, or builds it. */
export async function startStage(play: Play): Promise<Stage> {
  const given = process.env['COUNTERSIGN_CONSOLE'];
  if (given === undefined) buildConsole();
  buildServers();
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const agent = await startAgent(play);
  const agents = join(folder, 'agents.json');
  writeFileSync(
    agents,
    JSON.stringify([{ id: 'bench', name: 'Bench', url: `http://127.0.0.1:${portOf(agent)}/` }]),
  );
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, program('bff'), {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      COUNTERSIGN_DATA: join(folder, 'data'),
      COUNTERSIGN_TOKEN: token,
      COUNTERSIGN_AGENTS: agents,
      COUNTERSIGN_CONSOLE: resolve(given ?? 'dist'),
      COUNTERSIGN_REQUESTS_PER_MINUTE: '1000000',
    },
  });
  let browser: Browser | undefined;
  const close = async () => {
    await browser?.close();
    server.kill('SIGTERM');
    await new Promise((resolve) =>
      server.exitCode === null ? server.once('exit', resolve) : resolve(null),
    );
    agent.closeAllConnections();
    agent.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(url, server);
    browser = await chromium.launch({
      executablePath: await findChromium(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    });
  } catch (error) {
    await close();
    throw error;
  }
  const api = apiOf(url);
  return {
    url,
    browser,
    api,
    async start(message, title) {
      const body = { agentId: 'bench', message, title };
      return (await api<{ taskId: string }>('/api/tasks', body)).taskId;
    },
    async open() {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const session = await context.request.post(`${url}/api/session`, {
        data: { token },
        headers: { origin: url },
      });
      const { proof } = (await session.json()) as { proof: string };
      // Both parts of a session: the cookie is stored in the context, the proof in the origin's storage.
      await context.addInitScript(
        ([origin, key, value]) => {
          if (location.origin === origin) localStorage.setItem(key ?? '', value ?? '');
        },
        [url, proofKey, proof],
      );
      // tsx wraps compiled functions to keep their names; that wrapper does not exist in the page.
      await context.addInitScript('globalThis.__name = (named) => named');
      return context.newPage();
    },
    close,
  };
}
