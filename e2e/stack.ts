import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClassPolicy, Policy } from '@countersign/api/policy';
import { program } from '../scripts/build-servers.mjs';

/** A message as the crew's mailbox lists it. */
export interface Mail {
  to: string[];
  subject: string;
  text: string;
}

export interface StackOptions {
  /** False = the server alone: for tests whose agents are scripted. */
  crew?: boolean;
  /** Seconds until a follow-up's default applies. */
  followupSeconds?: number;
  /** Pace of the crew's streaming, ms per token. */
  tokenDelayMs?: number;
  /** How long an answer can be recalled before it leaves, ms. Default 0: at once. */
  recallMs?: number;
  /** What else is changed in the policy of every class, before anything is asked. */
  policy?: Partial<ClassPolicy>;
  /** Environment of the server on top of the defaults. */
  env?: Record<string, string>;
}

/** The whole product as separate processes: crew (six agents, SMTP, mailbox) and server with the built console. */
export interface Stack {
  url: string;
  token: string;
  /** Calls the server's interface as the administrator. */
  api<T>(path: string, init?: { method?: string; body?: unknown; token?: string }): Promise<T>;
  /** As `api`, with the status instead of an exception. */
  request(
    path: string,
    init?: { method?: string; body?: unknown; token?: string },
  ): Promise<{ status: number; body: unknown }>;
  mails(): Promise<Mail[]>;
  startServer(): Promise<void>;
  killServer(signal: NodeJS.Signals): Promise<void>;
  serverOutput(): string;
  close(): Promise<void>;
}

const token = 'an-administrator-token-for-tests';

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** A base whose server port and crew ports (base + 11 … base + 25) are all free. */
async function freePortBase(): Promise<number> {
  // Below the ports that systems give to outgoing connections; test processes beside this one begin elsewhere.
  for (let base = 11_000 + ((process.pid * 7) % 200) * 50; base < 32_000; base += 50) {
    const ports = [0, 11, 12, 13, 14, 15, 16, 20, 25].map((offset) => base + offset);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return base;
  }
  throw new Error('no free ports');
}

interface Running {
  child: ChildProcess;
  output(): string;
  exited: Promise<void>;
}

function start(name: string, env: Record<string, string>): Running {
  const child = spawn(process.execPath, program(name), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-200_000);
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return { child, output: () => output, exited };
}

async function until(what: string, running: Running, check: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (running.child.exitCode !== null) {
      throw new Error(`${what} ended early:\n${running.output()}`);
    }
    if (await check().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${what} did not become ready:\n${running.output()}`);
}

async function end(running: Running | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!running || running.child.exitCode !== null || running.child.signalCode !== null) return;
  running.child.kill(signal);
  await running.exited;
}

function describeCrew(env: Record<string, string>): string {
  const described = spawnSync(process.execPath, program('print-descriptors'), {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (described.status !== 0) throw new Error(described.stderr);
  return described.stdout;
}

/** Changes members of the policy of every class; prompts that are open keep theirs. */
export async function changePolicy(
  { api }: Pick<Stack, 'api'>,
  members: Partial<ClassPolicy>,
): Promise<void> {
  const { version, classes } = await api<Policy>('/api/policy');
  const changed = Object.fromEntries(
    Object.entries(classes).map(([severity, policy]) => [severity, { ...policy, ...members }]),
  );
  await api('/api/policy', { method: 'PUT', body: { version, classes: changed } });
}

export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const base = await freePortBase();
  const folder = mkdtempSync(join(tmpdir(), 'countersign-e2e-'));
  const withCrew = options.crew ?? true;
  const crewEnv = {
    CREW_PORT_BASE: String(base),
    CREW_FOLLOWUP_SECONDS: String(options.followupSeconds ?? 600),
    CREW_TOKEN_DELAY_MS: String(options.tokenDelayMs ?? 2),
  };
  const agentsFile = join(folder, 'agents.json');
  // Crew and server need each other only later: they start side by side.
  const crew = withCrew ? start('crew', crewEnv) : undefined;
  writeFileSync(agentsFile, withCrew ? describeCrew(crewEnv) : '[]');

  const url = `http://127.0.0.1:${base}`;
  const crewIsUp = async () => {
    if (crew === undefined) return;
    const mailbox = `http://127.0.0.1:${base + 20}/mail`;
    await until('the crew', crew, async () => (await fetch(mailbox)).ok);
  };

  let server: Running | undefined;
  const startServer = async () => {
    const running = start('bff', {
      PORT: String(base),
      HOST: '127.0.0.1',
      COUNTERSIGN_DATA: join(folder, 'data'),
      COUNTERSIGN_TOKEN: token,
      COUNTERSIGN_AGENTS: agentsFile,
      ...options.env,
    });
    server = running;
    await until('the server', running, async () => (await fetch(`${url}/ready`)).ok);
  };
  await Promise.all([startServer(), crewIsUp()]);

  const request: Stack['request'] = async (path, init = {}) => {
    const response = await fetch(`${url}${path}`, {
      method: init.method ?? (init.body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: `Bearer ${init.token ?? token}`,
        ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : text };
  };

  const api: Stack['api'] = async <T>(
    path: string,
    init?: { method?: string; body?: unknown; token?: string },
  ) => {
    const { status, body } = await request(path, init);
    if (status >= 400) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body as T;
  };
  // Without it every answer of every test would wait for the recall window.
  await changePolicy({ api }, { recallMs: options.recallMs ?? 0, ...options.policy });

  return {
    url,
    token,
    request,
    api,
    async mails() {
      const response = await fetch(`http://127.0.0.1:${base + 20}/mail`, {
        headers: { accept: 'application/json' },
      });
      const body = (await response.json()) as { items: Mail[] } | Mail[];
      return Array.isArray(body) ? body : body.items;
    },
    startServer,
    killServer: (signal) => end(server, signal),
    serverOutput: () => server?.output() ?? '',
    async close() {
      await end(server, 'SIGTERM');
      await end(crew, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
