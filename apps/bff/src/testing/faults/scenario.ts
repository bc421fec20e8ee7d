import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Envelope } from '@countersign/hai/envelope';
import { type ChildServer, startChildServer } from '../child-server.ts';
import { describeAgent } from '../harness.ts';
import { createDatabase } from '../postgres.ts';
import { type CountingAgent, numberOf, startCountingAgent } from './counting-agent.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { type RacingOperators, startRacingOperators } from './racing-operators.ts';
import { judge, judgeBookmark, type Manner, startWitness } from './witness.ts';

/** A real server with its agent, store and readers, each behind a proxy that can fail. */
export interface Stage {
  directory: string;
  agent: CountingAgent;
  /** Between the server and its agent, its browsers, and its database. */
  agentProxy: FaultyProxy;
  browserProxy: FaultyProxy;
  storeProxy: FaultyProxy | null;
  server(): ChildServer;
  /** Kills the server, and starts it again. */
  kill(): Promise<void>;
  /** Starts the server again when it has ended by itself. */
  started(): Promise<void>;
  /** Kills the server, and starts one that ends by itself in this environment; then one that does not. */
  dieIn(more: Record<string, string>): Promise<void>;
  /** Environment of the servers that are started from now on. */
  environment: Record<string, string>;
  taskId: string;
  operators: RacingOperators;
  /** Resolves when the agent has said so many numbers more. */
  until(more: number): Promise<void>;
}

export type EngineName = 'sqlite' | 'postgres';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs one scenario with faults, and checks what every reader has received: throws if anything was lost, doubled or out of order. */
export async function playScenario(
  {
    engine,
    title,
    databaseUrl,
    agent: script = {},
    manners = ['at once', 'at once', 'slowly'],
    environment: more = {},
  }: {
    engine: EngineName;
    title: string;
    /** Of a database of its own. */
    databaseUrl?: string;
    agent?: Parameters<typeof startCountingAgent>[0];
    manners?: readonly Manner[];
    /** Of the server. */
    environment?: Record<string, string>;
  },
  act: (stage: Stage) => Promise<void>,
): Promise<void> {
  const ends: (() => unknown)[] = [];
  try {
    await played();
  } finally {
    for (const end of ends.reverse()) await end();
  }

  async function played(): Promise<void> {
    const root = mkdtempSync(join(tmpdir(), 'countersign-story-'));
    ends.push(() => rmSync(root, { recursive: true, force: true }));
    const directory = join(root, 'data');
    mkdirSync(directory);
    const environment: Record<string, string> = {
      COUNTERSIGN_REQUESTS_PER_MINUTE: '1000000',
      // After a kill the next server waits for the lease of the killed one. No other server takes it meanwhile.
      COUNTERSIGN_LEASE_MS: '1000',
      ...more,
    };
    let storeProxy: FaultyProxy | null = null;
    if (engine === 'postgres') {
      const database = databaseUrl === undefined ? await createDatabase('empty') : null;
      ends.push(() => database?.drop());
      const url = new URL(databaseUrl ?? database?.url ?? '');
      const { hostname: host, port } = url;
      const proxy = await startFaultyProxy(() => ({ host, port: Number(port) }));
      storeProxy = proxy;
      ends.push(proxy.close);
      url.port = `${proxy.port}`;
      url.hostname = '127.0.0.1';
      environment['DATABASE_URL'] = url.href;
    }
    const agent = await startCountingAgent(script);
    ends.push(agent.close);
    const agentPort = Number(new URL(agent.url).port);
    const agentProxy = await startFaultyProxy(() => ({ host: '127.0.0.1', port: agentPort }));
    ends.push(agentProxy.close);
    const behind = (url: string) => {
      const moved = new URL(url);
      moved.port = `${agentProxy.port}`;
      return moved.href;
    };
    const described = describeAgent({
      ...agent,
      url: behind(agent.url),
      feedbackUrl: behind(agent.feedbackUrl),
      controlUrl: behind(agent.controlUrl),
    });
    let kills = 0;
    let server = await startChildServer(directory, [described], environment);
    ends.push(() => server.kill('SIGKILL'));
    const browserProxy = await startFaultyProxy(() => ({
      host: '127.0.0.1',
      port: Number(new URL(server.url).port),
    }));
    ends.push(browserProxy.close);
    const started = async () => {
      server = await startChildServer(directory, [described], environment);
    };
    const dieIn = async (more: Record<string, string>) => {
      kills += 2;
      await server.kill('SIGKILL');
      try {
        server = await startChildServer(directory, [described], { ...environment, ...more });
      } catch {
        // It has died before it could say where it listens.
      }
      await server.ended;
      await started();
    };
    const url = () => `http://127.0.0.1:${browserProxy.port}`;

    await answersAtOnce(server);
    let runId = 'not yet';
    const isOver = ({ event, runId: of }: Envelope) =>
      event.type === 'RUN_FINISHED' && of === runId;
    const witnesses = manners.map((manner, index) =>
      startWitness({ name: `reader ${index + 1}`, url, isOver, manner, batched: index % 2 === 0 }),
    );
    for (const witness of witnesses) ends.push(witness.close);
    await Promise.all(witnesses.map(({ live }) => live));
    const { body: task } = await server.request('/api/tasks', { agentId: 'demo', message: 'go' });
    runId = task.runId;
    const operators = startRacingOperators([url, url, url, url]);
    ends.push(operators.stop);
    const until = async (more: number) => {
      for (const from = agent.said(); agent.said() < from + more; ) await pause(10);
    };
    // A server that dies before the first event of the agent cannot know that the run can be joined again.
    for (let begun = false; !begun; await pause(20)) {
      const { body } = await server.request(`/api/tasks/${task.taskId}/events?limit=10`);
      begun = body.items.some(({ event }: Envelope) => event.type === 'RUN_STARTED');
    }

    await act({
      ...{ directory, agent, agentProxy, browserProxy, storeProxy, environment, operators, until },
      taskId: task.taskId,
      server: () => server,
      dieIn,
      async kill() {
        kills += 1;
        await server.kill('SIGKILL');
        await started();
      },
      async started() {
        await server.ended;
        kills += 1;
        await started();
      },
    });

    const last = agent.finish();
    await Promise.all(witnesses.map(({ finished }) => finished));
    await operators.stop();
    const verdicts = witnesses.map(judge);
    const broken = verdicts.flatMap((verdict) => verdict.broken);
    for (const witness of witnesses.slice(0, 2)) {
      const at = Math.floor(witness.received.length / 3);
      const { batched } = witness;
      const again = (from: string) =>
        startWitness({ name: 'bookmark', url, isOver, from, batched });
      broken.push(...(await judgeBookmark(witness, at, again)));
    }
    const stored = await eventsOf(server, task.taskId);
    const numbers = stored.flatMap(({ event, agentId }) => {
      const number = agentId === 'demo' ? numberOf(event) : null;
      return number === null ? [] : [number];
    });
    const known = new Set(numbers);
    let lost = 0;
    for (let number = 2; number < last; number += 1) if (!known.has(number)) lost += 1;
    const doubled = numbers.length - known.size;
    if (lost > 0) broken.push(`Reliable: ${lost} events of the agent are not in the store`);
    if (doubled > 0) broken.push(`Unique: ${doubled} events of the agent are in the store twice`);
    if (numbers.some((number, at) => at > 0 && number <= (numbers[at - 1] ?? 0))) {
      broken.push('Ordered: events of the agent are in another order in the store');
    }
    for (const [prompt, decisions] of operators.winners) {
      if (decisions.size > 1) broken.push(`Unique: ${prompt} has ${decisions.size} answers`);
    }
    broken.push(...operators.odd.map((answer) => `An operator was answered ${answer}`));
    broken.push(...answersGivenTwice(agent));
    if ((await server.request('/api/audit/verify')).body.ok !== true) {
      broken.push('The chain of the audit is broken');
    }
    const sum = (of: 'deliveries' | 'reconnects' | 'lost' | 'doubled') =>
      verdicts.reduce((total, verdict) => total + verdict[of], 0);
    report({
      ...{ title, engine, kills },
      events: stored.length,
      answers: operators.winners.size,
      deliveries: sum('deliveries'),
      reconnects: sum('reconnects'),
      cuts: [agentProxy, browserProxy, storeProxy].reduce((n, it) => n + (it?.counts.cuts ?? 0), 0),
      lost: sum('lost') + lost,
      doubled: sum('doubled') + doubled,
    });
    if (broken.length > 0) throw new Error(`${title} on ${engine}:\n${broken.join('\n')}`);
  }
}

/** Answers are sent when they are given: nobody can take them back. */
export async function answersAtOnce(server: ChildServer): Promise<void> {
  const { body: policy } = await server.request('/api/policy');
  for (const rules of Object.values(policy.classes))
    Object.assign(rules as object, { recallMs: 0 });
  const { version, classes } = policy;
  await server.request('/api/policy', { version, classes }, 'PUT');
}

/** An answer may arrive more than once, with its key; two different ones to a question may not. */
function answersGivenTwice(agent: CountingAgent): string[] {
  const keys = new Map<string, Set<string>>();
  for (const { key = 'none', message } of agent.feedbacks) {
    const question = message.parentMessageId ?? '';
    keys.set(question, (keys.get(question) ?? new Set()).add(key));
  }
  return [...keys].flatMap(([question, found]) =>
    found.size > 1 ? [`Unique: the agent got ${found.size} answers to ${question}`] : [],
  );
}

async function eventsOf(server: ChildServer, taskId: string): Promise<Envelope[]> {
  const items: Envelope[] = [];
  for (;;) {
    const after = items.at(-1)?.sequence ?? 0;
    const { body } = await server.request(`/api/tasks/${taskId}/events?limit=1000&after=${after}`);
    if (body.items.length === 0) return items;
    items.push(...body.items);
  }
}

interface Tally {
  title: string;
  engine: string;
  events: number;
  deliveries: number;
  answers: number;
  reconnects: number;
  kills: number;
  cuts: number;
  lost: number;
  doubled: number;
}

/** Reports what a scenario has done: `scripts/faults.mjs` prints it, and the sum of all. */
export function report(tally: Tally): void {
  const file = process.env['FAULT_REPORT'];
  const rounded = { ...tally, cuts: Math.round(tally.cuts) };
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(rounded)}\n`);
}
