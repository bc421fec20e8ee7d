import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultProtocols } from '@countersign/adapters/default-protocols';
import { type AgentDescriptor, agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import type { ProviderSettings } from '@countersign/part-people/provider/provider-client';
import type { RegistrationSettings } from '@countersign/part-registry/services/registration-reader';
import type { TreeSettings } from '@countersign/part-registry/tree/start-tree';
import type { ModelSettings } from '@countersign/server/models/sampling-model';
import { PartsError } from '@countersign/server/part-order';
import type { ActSetting } from '@countersign/server/servers/act-or-read';
import { defaultBudget, type FoldBudget } from '@countersign/thread/budget';
import { z } from 'zod';
import { chosenParts } from './parts.ts';
import { unknownNames } from './settings/names.ts';
import { listIn } from './settings/networks.ts';
import { settings } from './settings/settings.ts';
import { tokenRule } from './settings/token-rule.ts';

/** An error in the configuration, with a message for the person who starts the server. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** The PostgreSQL of the store; null = the embedded store in the data directory. */
  /** Whether it acts on its store. */
  act: ActSetting;
  databaseUrl: string | null;
  /** The file outside of the store to which signed ends of the audit are appended; null = none. */
  anchor: string | null;
  /** How long the server on duty may be silent before another one takes its duty over. */
  leaseMs: number;
  /** Administrator's token from the environment; null = generated and kept in the data directory. */
  token: string | null;
  /** Bearer token of programs that register services; null = none. */
  registrantToken: string | null;
  /** Where people sign in; null = here. */
  provider: ProviderSettings | null;
  agents: AgentDescriptor[];
  consoleDir: string;
  logLevel: string;
  logFormat: 'auto' | 'text' | 'json';
  /** The bearer token of `/metrics`; null = off. */
  metricsToken: string | null;
  /** Proxies whose forwarding headers are believed. */
  trustedProxies: string[];
  /** After SIGTERM: how long to serve while reporting not to be ready; then, how long work in progress may take. */
  readinessDelayMs: number;
  drainMs: number;
  /** Where traces are sent; null = nowhere. */
  traces: { url: string; headers: Record<string, string>; service: string } | null;
  /** Names this server may be called by; null = any. */
  hosts: string[] | null;
  requestsPerMinute: number;
  /** Streams open at a time: of one operator, and of all. */
  streamsPerOperator: number;
  streams: number;
  deliveryAttempts: number;
  unattendedRuns: number;
  agentAnswerMs: number;
  agentIdleMs: number;
  /** The address of the console for people, for links; null = where the server listens. */
  origin: string | null;
  /** Hosts on private networks that webhooks may call, `host` or `host:port`. */
  webhookAllow: string[];
  /** Hosts on private networks that schemas may be loaded from. */
  schemaAllow: string[];
  /** How the registry of services reads registrations. */
  registration: RegistrationSettings;
  /** Whether clients of MCP can do with agents of A2A only what the published table has. */
  strictGateway: boolean;
  /** The place of the registry in a tree of registries. */
  tree: TreeSettings;
  /** The model by which services are compared by meaning; null = by words only. */
  embedding: ModelSettings | null;
  /** Whether MCP servers may be commands, which this server starts. */
  mcpCommands: boolean;
  /** Whether MCP clients of the revisions of 2025 may have tools of their session. */
  mcpSessions: boolean;
  /** The model that may answer sampling requests of MCP servers; null = people only. */
  samplingModel: ModelSettings | null;
  /** Whether the model is asked what fits the context of an agent: to add to it, or also to remove. */
  selection: 'words' | 'verify' | 'judge';
  /** Ids of the parts of the server; null = all. */
  parts: string[] | null;
  /** The limits of each thread. */
  budget: FoldBudget;
}

const loopback = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/** Reads the settings from the environment. Throws `ConfigError` with what to do about it. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  // An empty variable is how shells and container files say "not set".
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = settings.safeParse(given);
  const faults = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...unknownNames(Object.keys(given), Object.keys(settings.shape)),
  ];
  if (!parsed.success || faults.length > 0) {
    throw new ConfigError(`The environment is not valid.\n  ${faults.join('\n  ')}`);
  }
  const env = parsed.data;
  const host = env.HOST.toLowerCase();
  if (!loopback.has(host) && env.COUNTERSIGN_TOKEN === undefined) {
    throw new ConfigError(
      `HOST=${env.HOST} would listen beyond this machine without authentication configured. Set COUNTERSIGN_TOKEN (${tokenRule}), or listen on 127.0.0.1.`,
    );
  }
  if (
    env.COUNTERSIGN_REGISTRANT_TOKEN !== undefined &&
    env.COUNTERSIGN_REGISTRANT_TOKEN === env.COUNTERSIGN_TOKEN
  ) {
    throw new ConfigError(
      'COUNTERSIGN_REGISTRANT_TOKEN is the token of the administrator, who may do everything. Choose another one for registrants.',
    );
  }
  const origin = env.COUNTERSIGN_ORIGIN === undefined ? null : new URL(env.COUNTERSIGN_ORIGIN);
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.COUNTERSIGN_DATA),
    act: env.COUNTERSIGN_DUTY,
    databaseUrl: env.DATABASE_URL ?? null,
    anchor: env.COUNTERSIGN_ANCHOR === undefined ? null : resolve(env.COUNTERSIGN_ANCHOR),
    leaseMs: env.COUNTERSIGN_LEASE_MS,
    token: env.COUNTERSIGN_TOKEN ?? null,
    registrantToken: env.COUNTERSIGN_REGISTRANT_TOKEN ?? null,
    provider: providerOf(env),
    agents: env.COUNTERSIGN_AGENTS === undefined ? [] : readAgents(env.COUNTERSIGN_AGENTS),
    consoleDir: resolve(env.COUNTERSIGN_CONSOLE),
    logLevel: env.COUNTERSIGN_LOG,
    logFormat: env.COUNTERSIGN_LOG_FORMAT,
    metricsToken: env.COUNTERSIGN_METRICS_TOKEN ?? null,
    trustedProxies: listIn(env.COUNTERSIGN_TRUST_PROXY ?? ''),
    readinessDelayMs: env.COUNTERSIGN_READINESS_DELAY_MS,
    drainMs: env.COUNTERSIGN_DRAIN_MS,
    traces: tracesOf(env),
    hosts: hostsOf(env, loopback.has(host), origin),
    requestsPerMinute: env.COUNTERSIGN_REQUESTS_PER_MINUTE,
    streamsPerOperator: env.COUNTERSIGN_STREAMS_PER_OPERATOR,
    streams: env.COUNTERSIGN_STREAMS,
    deliveryAttempts: env.COUNTERSIGN_DELIVERY_ATTEMPTS,
    unattendedRuns: env.COUNTERSIGN_UNATTENDED_RUNS,
    agentAnswerMs: env.COUNTERSIGN_AGENT_ANSWER_MS,
    agentIdleMs: env.COUNTERSIGN_AGENT_IDLE_MS,
    origin: origin?.origin ?? null,
    webhookAllow: listIn(env.COUNTERSIGN_WEBHOOK_ALLOW),
    schemaAllow: listIn(env.COUNTERSIGN_SCHEMA_ALLOW),
    registration: {
      strict: env.COUNTERSIGN_REGISTRY === 'strict',
      allow: listIn(env.COUNTERSIGN_REGISTRY_ALLOW),
    },
    strictGateway: env.COUNTERSIGN_GATEWAY === 'strict',
    tree: treeOf(env),
    embedding: embeddingOf(env),
    mcpCommands: env.COUNTERSIGN_MCP_COMMANDS === 'on',
    mcpSessions: env.COUNTERSIGN_MCP_SESSIONS === 'on',
    samplingModel: samplingModelOf(env),
    selection: selectionOf(env),
    parts: partsOf(env),
    budget: {
      ...defaultBudget,
      items: env.COUNTERSIGN_TASK_ITEMS,
      chars: env.COUNTERSIGN_TASK_CHARS,
      state: {
        values: env.COUNTERSIGN_STATE_VALUES,
        chars: env.COUNTERSIGN_STATE_CHARS,
        depth: env.COUNTERSIGN_STATE_DEPTH,
      },
    },
  };
}

/** Names by which the server may be called; null = any. A proxy passes the name of its public address on. */
function hostsOf(
  { COUNTERSIGN_HOSTS: names }: z.infer<typeof settings>,
  isLoopback: boolean,
  origin: URL | null,
): Config['hosts'] {
  const named = names === undefined ? [] : listIn(names.toLowerCase());
  if (names === undefined && !isLoopback) return null;
  const own = isLoopback ? [...loopback] : [];
  return [...own, ...named, ...(origin === null ? [] : [origin.hostname])];
}

function providerOf(env: z.infer<typeof settings>): ProviderSettings | null {
  const issuer = env.COUNTERSIGN_OIDC_ISSUER;
  if (issuer === undefined) return null;
  const { protocol, hostname } = new URL(issuer);
  if (protocol !== 'https:' && !loopback.has(hostname)) {
    throw new ConfigError(
      `COUNTERSIGN_OIDC_ISSUER must begin with https: ${issuer} could be read.`,
    );
  }
  const clientId = env.COUNTERSIGN_OIDC_CLIENT_ID;
  const clientSecret = env.COUNTERSIGN_OIDC_CLIENT_SECRET;
  if (clientId === undefined || clientSecret === undefined) {
    throw new ConfigError(
      'COUNTERSIGN_OIDC_ISSUER needs COUNTERSIGN_OIDC_CLIENT_ID and COUNTERSIGN_OIDC_CLIENT_SECRET, as the provider gave them.',
    );
  }
  return {
    ...{ issuer, clientId, clientSecret, name: env.COUNTERSIGN_OIDC_NAME },
    ...{ groupsClaim: env.COUNTERSIGN_OIDC_GROUPS_CLAIM, scope: env.COUNTERSIGN_OIDC_SCOPE },
    isOnlyWay: env.COUNTERSIGN_BREAK_GLASS === 'off',
  };
}

function readAgents(path: string): AgentDescriptor[] {
  const where = `COUNTERSIGN_AGENTS (${path})`;
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    const detail = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${where} ${reason}: ${detail}`);
  }
  const parsed = z.array(agentDescriptorSchema).safeParse(json);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(
      (issue) => `/${issue.path.map(String).join('/')}: ${issue.message}`,
    );
    throw new ConfigError(`${where} is not an array of agents.\n  ${faults.join('\n  ')}`);
  }
  const ids = parsed.data.map((agent) => agent.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new ConfigError(`${where} names the agent ${twice} twice.`);
  const known = defaultProtocols.map(({ id }) => id);
  const stranger = parsed.data.find(({ protocol }) => !known.includes(protocol));
  if (stranger !== undefined) {
    throw new ConfigError(
      `${where}: the agent ${stranger.id} speaks ${stranger.protocol}, which is not known here. These are: ${known.join(', ')}.`,
    );
  }
  return parsed.data;
}

function samplingModelOf(env: z.infer<typeof settings>): Config['samplingModel'] {
  const { COUNTERSIGN_SAMPLING_URL: url, COUNTERSIGN_SAMPLING_MODEL: model } = env;
  if (url === undefined && model === undefined) return null;
  if (url === undefined || model === undefined) {
    throw new ConfigError(
      'COUNTERSIGN_SAMPLING_URL and COUNTERSIGN_SAMPLING_MODEL belong together: set both, or none.',
    );
  }
  return { url, model, key: env.COUNTERSIGN_SAMPLING_KEY ?? null };
}

function selectionOf(env: z.infer<typeof settings>): Config['selection'] {
  const { COUNTERSIGN_SELECTION: selection } = env;
  if (selection !== 'words' && env.COUNTERSIGN_SAMPLING_MODEL === undefined) {
    throw new ConfigError(
      `COUNTERSIGN_SELECTION=${selection} asks a model. Set COUNTERSIGN_SAMPLING_URL and COUNTERSIGN_SAMPLING_MODEL, or leave it at words.`,
    );
  }
  return selection;
}

function embeddingOf(env: z.infer<typeof settings>): ModelSettings | null {
  const { COUNTERSIGN_EMBEDDING_URL: url, COUNTERSIGN_EMBEDDING_MODEL: model } = env;
  if (url === undefined && model === undefined) return null;
  if (url === undefined || model === undefined) {
    throw new ConfigError(
      'COUNTERSIGN_EMBEDDING_URL and COUNTERSIGN_EMBEDDING_MODEL belong together: set both, or none.',
    );
  }
  return { url, model, key: env.COUNTERSIGN_EMBEDDING_KEY ?? null };
}

/** Named ones must be known, and have what they need. */
function partsOf({ COUNTERSIGN_PARTS: named }: z.infer<typeof settings>): string[] | null {
  if (named === undefined) return null;
  const ids = listIn(named);
  try {
    chosenParts(ids);
  } catch (error) {
    if (error instanceof PartsError) throw new ConfigError(`COUNTERSIGN_PARTS: ${error.message}`);
    throw error;
  }
  return ids;
}

/** A registry below another one needs an id of its own there, and a token. */
function treeOf(env: z.infer<typeof settings>): TreeSettings {
  const { COUNTERSIGN_REGISTRY_PARENT: url, COUNTERSIGN_REGISTRY_PARENT_TOKEN: token } = env;
  const { COUNTERSIGN_REGISTRY_ID: id = 'countersign' } = env;
  if (url === undefined && token === undefined) return { id, parent: null };
  if (url === undefined || token === undefined || env.COUNTERSIGN_REGISTRY_ID === undefined) {
    throw new ConfigError(
      'COUNTERSIGN_REGISTRY_PARENT, COUNTERSIGN_REGISTRY_PARENT_TOKEN and COUNTERSIGN_REGISTRY_ID belong together: set all, or only the id.',
    );
  }
  return { id, parent: { url, token } };
}

function tracesOf(env: z.infer<typeof settings>): Config['traces'] {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return null;
  const pairs = listIn(env.OTEL_EXPORTER_OTLP_HEADERS ?? '').map((pair) => pair.split('='));
  const wrong = pairs.find(([name = '', ...value]) => !/^[\w-]+$/.test(name) || value.length === 0);
  if (wrong !== undefined) {
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_HEADERS: an entry is not of the form name=value. Write such pairs separated by commas.',
    );
  }
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: Object.fromEntries(
      pairs.map(([name = '', ...value]) => [name, decoded(value.join('='))]),
    ),
    service: env.OTEL_SERVICE_NAME,
  };
}

/** Values may be percent-encoded, as in other programs that read this variable. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
