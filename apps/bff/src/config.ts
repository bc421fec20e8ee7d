import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultProtocols } from '@countersign/adapters/default-protocols';
import { type AgentDescriptor, agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { defaultBudget, type FoldBudget } from '@countersign/thread/budget';
import { z } from 'zod';
import { objectionToToken, tokenRule } from './token-rule.ts';

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
  /** Administrator's token from the environment; null = generated and kept in the data directory. */
  token: string | null;
  agents: AgentDescriptor[];
  consoleDir: string;
  logLevel: string;
  /** Names this server may be called by; null = any. */
  hosts: string[] | null;
  requestsPerMinute: number;
  /** Streams open at a time: of one operator, and of all. */
  streamsPerOperator: number;
  streams: number;
  deliveryAttempts: number;
  agentAnswerMs: number;
  agentIdleMs: number;
  /** The address of the console for people, for links; null = where the server listens. */
  origin: string | null;
  /** Hosts on private networks that webhooks may call, `host` or `host:port`. */
  webhookAllow: string[];
  /** Hosts on private networks that schemas may be loaded from. */
  schemaAllow: string[];
  /** The limits of each thread. */
  budget: FoldBudget;
}

const loopback = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);
const number = (fallback: number, max = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number().int().min(0).max(max).default(fallback);
const atLeast = (least: number, fallback: number, max = 1_000_000_000) =>
  z.coerce.number().int().min(least).max(max).default(fallback);
const environmentSchema = z.object({
  PORT: number(4400, 65_535),
  HOST: z.string().default('127.0.0.1'),
  COUNTERSIGN_DATA: z.string().default('./data'),
  COUNTERSIGN_TOKEN: z
    .string()
    .superRefine((token, context) => {
      const objection = objectionToToken(token);
      if (objection === null) return;
      context.addIssue({ code: 'custom', message: `${objection}; it needs ${tokenRule}` });
    })
    .optional(),
  COUNTERSIGN_AGENTS: z.string().optional(),
  COUNTERSIGN_HOSTS: z.string().optional(),
  COUNTERSIGN_CONSOLE: z.string().default('./dist'),
  COUNTERSIGN_LOG: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .default('warn'),
  COUNTERSIGN_REQUESTS_PER_MINUTE: number(3_000),
  COUNTERSIGN_STREAMS_PER_OPERATOR: atLeast(1, 50, 100_000),
  COUNTERSIGN_STREAMS: atLeast(1, 2_000, 100_000),
  COUNTERSIGN_DELIVERY_ATTEMPTS: number(12, 1_000),
  COUNTERSIGN_AGENT_ANSWER_MS: number(30_000),
  COUNTERSIGN_AGENT_IDLE_MS: number(15 * 60_000),
  COUNTERSIGN_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  COUNTERSIGN_WEBHOOK_ALLOW: z.string().default(''),
  COUNTERSIGN_SCHEMA_ALLOW: z.string().default(''),
  COUNTERSIGN_TASK_ITEMS: atLeast(100, defaultBudget.items),
  COUNTERSIGN_TASK_CHARS: atLeast(10_000, defaultBudget.chars),
  COUNTERSIGN_STATE_VALUES: atLeast(100, defaultBudget.state.values),
  COUNTERSIGN_STATE_CHARS: atLeast(1_000, defaultBudget.state.chars),
  COUNTERSIGN_STATE_DEPTH: atLeast(5, defaultBudget.state.depth, 500),
  DATABASE_URL: z.string().optional(),
});

/** Reads the settings from the environment. Throws `ConfigError` with what to do about it. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  // An empty variable is how shells and container files say "not set".
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`The environment is not valid.\n  ${faults.join('\n  ')}`);
  }
  const env = parsed.data;
  if (env.DATABASE_URL !== undefined) {
    throw new ConfigError(
      'DATABASE_URL: PostgreSQL is not supported yet. Unset it to use the embedded store in COUNTERSIGN_DATA.',
    );
  }
  const host = env.HOST.toLowerCase();
  if (!loopback.has(host) && env.COUNTERSIGN_TOKEN === undefined) {
    throw new ConfigError(
      `HOST=${env.HOST} would listen beyond this machine without authentication configured. Set COUNTERSIGN_TOKEN (${tokenRule}), or listen on 127.0.0.1.`,
    );
  }
  const named = env.COUNTERSIGN_HOSTS?.split(',').map((name) => name.trim().toLowerCase());
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.COUNTERSIGN_DATA),
    token: env.COUNTERSIGN_TOKEN ?? null,
    agents: env.COUNTERSIGN_AGENTS === undefined ? [] : readAgents(env.COUNTERSIGN_AGENTS),
    consoleDir: resolve(env.COUNTERSIGN_CONSOLE),
    logLevel: env.COUNTERSIGN_LOG,
    hosts: loopback.has(host) ? [...loopback, ...(named ?? [])] : (named ?? null),
    requestsPerMinute: env.COUNTERSIGN_REQUESTS_PER_MINUTE,
    streamsPerOperator: env.COUNTERSIGN_STREAMS_PER_OPERATOR,
    streams: env.COUNTERSIGN_STREAMS,
    deliveryAttempts: env.COUNTERSIGN_DELIVERY_ATTEMPTS,
    agentAnswerMs: env.COUNTERSIGN_AGENT_ANSWER_MS,
    agentIdleMs: env.COUNTERSIGN_AGENT_IDLE_MS,
    origin: env.COUNTERSIGN_ORIGIN === undefined ? null : new URL(env.COUNTERSIGN_ORIGIN).origin,
    webhookAllow: hostsIn(env.COUNTERSIGN_WEBHOOK_ALLOW),
    schemaAllow: hostsIn(env.COUNTERSIGN_SCHEMA_ALLOW),
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

const hostsIn = (list: string): string[] => list.split(',').flatMap((name) => name.trim() || []);
