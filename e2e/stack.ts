import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClassPolicy, Policy } from '@countersign/api/settings/policy';
import type { RobotService } from '@countersign/crew/robot/robot-services';
import type { WarmProcess, WarmProcesses } from './warm-processes.ts';

/** A message as listed by the crew's mailbox. */
export interface Mail {
  to: string[];
  subject: string;
  text: string;
}

export interface StackOptions {
  /** False = only the server: for tests with scripted agents. */
  crew?: boolean;
  /** Seconds until a follow-up's default applies. */
  followupSeconds?: number;
  /** Pace of the crew's streaming, ms per token. */
  tokenDelayMs?: number;
  /** Duration of one cell change by the radio crew, ms. */
  cellMs?: number;
  /** How long an answer can be recalled before it is sent, ms. Default 0: sent at once. */
  recallMs?: number;
  /** Further changes to the policy of every class, made before anything is asked. */
  policy?: Partial<ClassPolicy>;
  /** Environment of the server on top of the defaults. */
  env?: Record<string, string>;
}

/** The whole product in separate processes: crew (seven agents, services of a robot, SMTP, mailbox) and server with the built console. */
export interface Stack {
  url: string;
  token: string;
  /** Calls the server's API as the administrator. */
  api<T>(path: string, init?: { method?: string; body?: unknown; token?: string }): Promise<T>;
  /** Like `api`, but returns the status instead of throwing. */
  request(
    path: string,
    init?: { method?: string; body?: unknown; token?: string },
  ): Promise<{ status: number; body: unknown }>;
  /** The services of the robot, which are not registered by themselves. */
  services: readonly RobotService[];
  mails(): Promise<Mail[]>;
  /** The time of the server's clock, epoch ms. */
  now(): number;
  /** Advances the server's clock, running or not, so that no test waits for a deadline. Agents and browsers keep their time. */
  pass(ms: number): Promise<void>;
  startServer(): Promise<void>;
  killServer(signal: NodeJS.Signals): Promise<void>;
  serverOutput(): string;
  close(): Promise<void>;
}

const token = 'an-administrator-token-for-tests';
/** The crew registers its agents with it, and searches. */
export const registrantToken = 'a-registrant-token-for-the-demo';

// Below the range of ephemeral ports: an outgoing connection could take one of those between the end of a server and its next
// start. Parallel runs start at other ports.
const lanes = { first: 11_000 + ((process.ppid * 7) % 50) * 400, end: 31_800, width: 50, count: 8 };

/** Which place a stack has among the others of its worker, which run at the same time. */
const places = ['own', 'played'] as const;
export type StackPlace = (typeof places)[number];

const bases = new Map(
  places.map((place, index) => {
    const lane = (Number(process.env['TEST_PARALLEL_INDEX'] ?? 0) + 4 * index) % lanes.count;
    return [place, lanes.first + lane * lanes.width];
  }),
);

/**
 * Starts programs on consecutive ports (server at base, crew at base + 11 … base + 25). The tests of a worker share one base,
 * so that the browser has the console cached for its origin; if a port is taken, the next base is tried.
 */
async function onPorts<T>(place: StackPlace, start: (base: number) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    const base = bases.get(place) ?? lanes.first;
    try {
      return await start(base);
    } catch (error) {
      if (attempt === 100 || !/EADDRINUSE|is taken/.test(String(error))) throw error;
      const next = base + lanes.width * lanes.count;
      bases.set(place, next >= lanes.end ? next - 20_800 : next);
    }
  }
}

/** Changes members of the policy of every class; open prompts keep theirs. */
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

export const startStack = (
  options: StackOptions,
  processes: WarmProcesses,
  place: StackPlace = 'own',
): Promise<Stack> => onPorts(place, (base) => startStackAt(base, options, processes));

async function startStackAt(
  base: number,
  options: StackOptions,
  processes: WarmProcesses,
): Promise<Stack> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-e2e-'));
  const agentsFile = join(folder, 'agents.json');
  const url = `http://127.0.0.1:${base}`;
  const crew = (options.crew ?? true) ? processes.take('warm-crew') : undefined;
  let server: WarmProcess | undefined;
  /** Processes left by a failed start listen on some of its ports. */
  const giveUp = async (error: unknown): Promise<never> => {
    await Promise.all([crew?.kill('SIGKILL'), server?.kill('SIGKILL')]);
    rmSync(folder, { recursive: true, force: true });
    throw error;
  };
  const crewFacts = await crew
    ?.start({
      CREW_PORT_BASE: String(base),
      CREW_FOLLOWUP_SECONDS: String(options.followupSeconds ?? 600),
      CREW_TOKEN_DELAY_MS: String(options.tokenDelayMs ?? 2),
      CREW_CELL_MS: String(options.cellMs ?? 20),
      CREW_ARM_SPEED: '20',
      CREW_ARM_LOOK_MS: '50',
      CREW_REGISTRY_URL: `${url}/api/uap`,
      CREW_ENVIRONMENT_URL: `${url}/mcp/environment`,
      CREW_REGISTRY_TOKEN: registrantToken,
    })
    .catch(giveUp);
  writeFileSync(agentsFile, JSON.stringify(crewFacts?.['agents'] ?? []));

  let aheadMs = 0;
  const startServer = async () => {
    server = processes.take('warm-bff');
    await server.start({
      PORT: String(base),
      HOST: '127.0.0.1',
      COUNTERSIGN_DATA: join(folder, 'data'),
      COUNTERSIGN_TOKEN: token,
      COUNTERSIGN_REGISTRANT_TOKEN: registrantToken,
      COUNTERSIGN_AGENTS: agentsFile,
      WARM_AHEAD_MS: String(aheadMs),
      ...options.env,
    });
  };
  await startServer().catch(giveUp);

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
  // Without this, every answer in every test would wait for the recall window.
  await changePolicy({ api }, { recallMs: options.recallMs ?? 0, ...options.policy });

  return {
    url,
    token,
    services: (crewFacts?.['services'] ?? []) as RobotService[],
    request,
    api,
    async mails() {
      const response = await fetch(`http://127.0.0.1:${base + 20}/mail`, {
        headers: { accept: 'application/json' },
      });
      const body = (await response.json()) as { items: Mail[] } | Mail[];
      return Array.isArray(body) ? body : body.items;
    },
    now: () => Date.now() + aheadMs,
    async pass(ms) {
      aheadMs += ms;
      if (server?.isAlive()) await server.pass(ms);
    },
    startServer,
    killServer: async (signal) => server?.kill(signal),
    serverOutput: () => server?.output() ?? '',
    async close() {
      await server?.stop();
      if (server) processes.giveBack('warm-bff', server);
      await crew?.stop();
      if (crew) processes.giveBack('warm-crew', crew);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
