import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { AgentProtocol } from '@countersign/adapters/protocol/agent-protocol';
import type { Prompt } from '@countersign/api/prompt';
import type { ClassPolicy } from '@countersign/api/settings/policy';
import { proofHeader } from '@countersign/api/settings/session';
import type { Task } from '@countersign/api/task';
import { type AgentDescriptor, agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import type { Envelope } from '@countersign/hai/envelope';
import type { HaiEvent } from '@countersign/hai/event';
import { withExactNumbers } from '@countersign/json/exact-number';
import { changePolicy, readPolicy } from '@countersign/part-desk/decisions/policy';
import type { Answerer } from '@countersign/part-desk/delivery/answerer';
import { readTask } from '@countersign/part-desk/tasks/records';
import type { WebhookSettings } from '@countersign/part-desk/webhooks/webhooks';
import type { ProviderSettings } from '@countersign/part-people/provider/provider-client';
import type { RegistrationSettings } from '@countersign/part-registry/services/registration-reader';
import type { TreeSettings } from '@countersign/part-registry/tree/start-tree';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { ModelSettings } from '@countersign/server/models/sampling-model';
import type { PartKernel, ServerPart } from '@countersign/server/part';
import type { Report } from '@countersign/server/runtime/alarm';
import { type Clock, systemClock } from '@countersign/server/runtime/clock';
import type { ActSetting } from '@countersign/server/servers/act-or-read';
import type { Awaitable } from '@countersign/server/store/awaitable';
import { envelopeText } from '@countersign/server/store/row';
import type { MetricsAccess, Telemetry } from '@countersign/server/telemetry/telemetry';
import type { FastifyBaseLogger } from 'fastify';
import { createApp } from '../app.ts';
import type { ServiceOptions } from '../services/options.ts';
import { startServices } from '../services.ts';
import { type AllServices, allServices } from './all-services.ts';
import type { AnswerBody } from './answer-body.ts';
import { newDataFolder } from './new-store.ts';
import { promptsOf } from './prompts-of.ts';
import type { ScriptedAgent } from './scripted-agent.ts';

export const adminToken = 'administrator-token-of-tests';

export interface HarnessOptions {
  clock?: Clock;
  agents?: AgentDescriptor[];
  /** The protocols of agents, if not those of the product. */
  protocols?: readonly AgentProtocol[];
  /** Parts of the server that ask without a task. */
  answerers?: readonly Answerer[];
  directory?: string;
  /** The database of its store; if absent, it is in the directory. */
  databaseUrl?: string;
  leaseMs?: number;
  act?: ActSetting;
  /** The file to which signed ends of the audit are appended. */
  anchor?: string;
  maxAttempts?: number;
  unattendedRuns?: number;
  idleMs?: number;
  rejoinMs?: number;
  requestsPerMinute?: number;
  /**
   * Changes of the policy of a new store, for every class. An answer is sent at once unless `recallMs` is set; `default` keeps the
   * default policy.
   */
  policy?: Partial<ClassPolicy> | 'default';
  consoleDir?: string | null;
  librariesDir?: string;
  secureHost?: string | null;
  isDraining?: () => boolean;
  telemetry?: Telemetry;
  metrics?: MetricsAccess;
  keepSecret?: (secret: string) => void;
  trustedProxies?: readonly string[];
  /** If absent, nothing is logged. */
  logger?: FastifyBaseLogger;
  hosts?: readonly string[];
  /** The administrator's token, if not the usual one of tests. */
  token?: string;
  /** The token of registrants of services. */
  registrantToken?: string;
  /** Where people sign in, if not here. */
  provider?: ProviderSettings;
  secretKey?: Buffer;
  webhooks?: Partial<WebhookSettings>;
  schemaAllow?: readonly string[];
  registration?: RegistrationSettings;
  strictGateway?: boolean;
  tree?: TreeSettings;
  embedding?: ModelSettings;
  samplingModel?: ModelSettings;
  selection?: 'verify' | 'judge';
  mcpCommands?: boolean;
  mcpSessions?: boolean;
  /** Ids of parts; if absent, all. */
  parts?: readonly string[];
  /** The list of parts, if not that of the product. */
  partList?: readonly ServerPart<object, ServiceOptions>[];
  /** Receives errors after which the server continued; if absent, they are thrown. */
  report?: Report;
}

/** The whole server over a real store, without a port unless asked. */
export interface Harness {
  services: AllServices;
  /** What its parts are asked with for what they give. */
  kernel: PartKernel;
  app: ZodApp;
  directory: string;
  request(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: AnswerBody; headers: Record<string, unknown> }>;
  /** Opens a session; returns the headers that a browser sends from then on. */
  signIn(credential: object): Promise<{ cookie: string; [proofHeader]: string }>;
  /** Starts a task and returns its id. */
  start(agentId?: string, message?: string): Promise<{ taskId: string; runId: string }>;
  /** Waits, commit by commit, until there is a value. */
  until<Value>(look: () => Awaitable<Value | undefined | null | false>): Promise<Value>;
  events(taskId: string): Envelope[];
  facts<Fact = { change: string; [member: string]: unknown }>(taskId: string, name: string): Fact[];
  untilEvent(taskId: string, is: (event: HaiEvent) => boolean): Promise<Envelope>;
  untilPrompt(taskId: string, state: Prompt['state']): Promise<Prompt>;
  untilStatus(taskId: string, status: Task['runStatus']): Promise<Task>;
  /** Opens a port. */
  listen(): Promise<string>;
  close(keep?: 'keep-directory'): Promise<void>;
}

export function describeAgent(
  agent: ScriptedAgent,
  more: { id?: string; feedback?: boolean; control?: boolean; url?: string } = {},
): AgentDescriptor {
  const { id = 'demo', feedback = true, control = false, url = agent.url } = more;
  return agentDescriptorSchema.parse({
    id,
    name: 'Demo',
    url,
    headers: { 'x-secret': 'do-not-tell' },
    ...(feedback ? { feedback: { url: agent.feedbackUrl } } : {}),
    ...(control
      ? { control: { url: agent.controlUrl, actions: ['pause', 'resume', 'stop', 'status'] } }
      : {}),
  });
}

async function applyPolicy(
  { journal }: Pick<AllServices, 'journal'>,
  changes: Partial<ClassPolicy>,
): Promise<void> {
  const { version, classes } = await readPolicy(journal.read);
  const changed = {
    critical: { ...classes.critical, ...changes },
    major: { ...classes.major, ...changes },
    minor: { ...classes.minor, ...changes },
    info: { ...classes.info, ...changes },
  };
  await journal.commit(changePolicy, { version, classes: changed, operatorId: 'test' });
}

export async function startHarness(options: HarnessOptions = {}): Promise<Harness> {
  const directory = options.directory ?? newDataFolder();
  const settings: ServiceOptions = {
    directory,
    clock: options.clock ?? systemClock,
    createId: randomUUID,
    random: Math.random,
    token: options.token ?? adminToken,
    signInCode: 'one-time-code',
    registrantToken: options.registrantToken,
    provider: options.provider,
    secretKey: options.secretKey ?? Buffer.alloc(32, 7),
    configAgents: options.agents ?? [],
    databaseUrl: options.databaseUrl ?? null,
    ...(options.leaseMs === undefined ? {} : { leaseMs: options.leaseMs }),
    ...(options.protocols === undefined ? {} : { protocols: options.protocols }),
    ...(options.answerers === undefined ? {} : { answerers: options.answerers }),
    ...(options.webhooks === undefined ? {} : { webhooks: options.webhooks }),
    ...(options.schemaAllow === undefined ? {} : { schemaAllow: options.schemaAllow }),
    ...(options.registration === undefined ? {} : { registration: options.registration }),
    strictGateway: options.strictGateway === true,
    parts: options.parts ?? null,
    ...(options.embedding === undefined ? {} : { embedding: options.embedding }),
    ...(options.tree === undefined ? {} : { tree: options.tree }),
    ...(options.samplingModel === undefined ? {} : { samplingModel: options.samplingModel }),
    ...(options.selection === undefined ? {} : { selection: options.selection }),
    ...{ act: options.act, anchor: options.anchor ?? null },
    mcpCommands: options.mcpCommands ?? false,
    ...(options.report === undefined ? {} : { report: options.report }),
    ...(options.telemetry === undefined ? {} : { telemetry: options.telemetry }),
    ...(options.keepSecret === undefined ? {} : { keepSecret: options.keepSecret }),
    limits: {
      run: {
        answerMs: 5_000,
        idleMs: options.idleMs ?? 60_000,
        lingerMs: 1_000,
        rejoinMs: options.rejoinMs ?? 60_000,
      },
      delivery: {
        maxAttempts: options.maxAttempts ?? 5,
        unattendedRuns: options.unattendedRuns ?? 20,
        timeoutMs: 5_000,
        backoff: { baseMs: 5, capMs: 20 },
      },
      control: { timeoutMs: 5_000, maxAttempts: 2 },
    },
  };
  const services = await startServices(settings, options.partList);
  const app = await createApp({
    ...services,
    metrics: options.metrics ?? null,
    logger: options.logger ?? false,
    isDraining: () => options.isDraining?.() ?? false,
    secureHost: options.secureHost ?? null,
    trustedProxies: options.trustedProxies ?? [],
    allowsHost: (hostname) =>
      ['localhost', '127.0.0.1', ...(options.hosts ?? [])].includes(hostname),
    consoleDir: options.consoleDir ?? null,
    librariesDir: options.librariesDir ?? null,
    mcpSessions: options.mcpSessions ?? false,
    limits: {
      requestsPerMinute: options.requestsPerMinute ?? 100_000,
      bodyBytes: 2 * 1024 * 1024,
      streams: 100,
      streamsPerOperator: 70,
    },
  });
  const { journal } = services;
  if (options.directory === undefined && options.policy !== 'default') {
    await applyPolicy(services, { recallMs: 0, ...options.policy });
  }

  const request: Harness['request'] = async (method, path, body, headers = {}) => {
    const response = await app.inject({
      method,
      url: path,
      headers: {
        host: '127.0.0.1',
        authorization: `Bearer ${adminToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: withExactNumbers(JSON.stringify(body)) }),
    });
    const json = /json/.test(String(response.headers['content-type'])) && response.body !== '';
    return {
      status: response.statusCode,
      body: json ? JSON.parse(response.body) : response.body,
      headers: response.headers,
    };
  };
  const until: Harness['until'] = (look) =>
    new Promise((resolve, reject) => {
      let isLooking = false;
      let isStale = false;
      const check = async () => {
        isStale = true;
        // Once more after the commits that came meanwhile, not once for each of them.
        if (isLooking) return;
        isLooking = true;
        try {
          while (isStale) {
            isStale = false;
            const value = await look();
            if (value === undefined || value === null || value === false) continue;
            undo();
            resolve(value);
            return;
          }
        } catch (error) {
          undo();
          reject(error);
        } finally {
          isLooking = false;
        }
      };
      const undo = journal.onCommit(() => void check());
      void check();
    });
  /** What was read already: events are only added. */
  const known = new Map<string, Envelope[]>();
  const events = (taskId: string): Envelope[] => {
    const read = known.get(taskId) ?? [];
    known.set(taskId, read);
    const rows = journal.ofThread(taskId, read.at(-1)?.sequence ?? 0, 100_000);
    if (rows instanceof Promise) throw new Error('This store is read by HTTP in tests.');
    for (const row of rows) read.push(JSON.parse(envelopeText(row)));
    return [...read];
  };
  return {
    /** Throws if a part was left out. */
    get services() {
      return allServices(services);
    },
    kernel: services.kernel,
    app,
    directory,
    request,
    until,
    events,
    async signIn(credential) {
      const { headers, json } = await app.inject({
        method: 'POST',
        url: '/api/session',
        headers: { host: '127.0.0.1' },
        payload: credential,
      });
      const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
      return { cookie, [proofHeader]: json().proof };
    },
    async start(agentId = 'demo', message = 'go') {
      const { status, body } = await request('POST', '/api/tasks', { agentId, message });
      if (status !== 201) throw new Error(`task: ${status} ${JSON.stringify(body)}`);
      return body;
    },
    facts: <Fact>(taskId: string, name: string) =>
      events(taskId).flatMap(({ event }) =>
        event.type === 'CUSTOM' && event.name === name ? [event.value as Fact] : [],
      ),
    untilEvent: (taskId, is) => until(() => events(taskId).find(({ event }) => is(event))),
    untilPrompt: (taskId, state) =>
      until(async () => (await promptsOf(journal.read, taskId, state))[0]),
    untilStatus: (taskId, status) =>
      until(async () => {
        const task = await readTask(journal.read, taskId);
        return task?.runStatus === status ? task : undefined;
      }),
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    async close(keep) {
      services.hub.close();
      // Calls that wait would be waited for.
      void services.parts.dismiss();
      await app.close();
      await services.close();
      if (keep === undefined) rmSync(directory, { recursive: true, force: true });
    },
  };
}
