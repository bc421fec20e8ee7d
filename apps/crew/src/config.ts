import { z } from 'zod';
import type { RegistryAccess } from './registry/registry-client.ts';
import type { EnvironmentAccess } from './robot/executor/environment.ts';

/** The server in whose environment the services are registered, as its administrator. */
export interface AdministratorAccess {
  /** Of the console, without a slash at its end. */
  url: string;
  token: string;
}

/** All configuration of the crew; nothing else reads the environment. */
const environmentSchema = z.object({
  CREW_PORT_BASE: z.coerce.number().int().min(1).max(65_000).default(4400),
  CREW_HOST: z.string().default('127.0.0.1'),
  CREW_FOLLOWUP_SECONDS: z.coerce.number().positive().default(180),
  CREW_TOKEN_DELAY_MS: z.coerce.number().min(0).max(5_000).default(18),
  CREW_CELL_MS: z.coerce.number().min(0).max(60_000).default(2_500),
  CREW_ARM_SPEED: z.coerce.number().positive().max(1_000).default(1),
  CREW_ARM_LOOK_MS: z.coerce.number().min(0).max(10_000).default(700),
  CREW_MAIL_FILE: z.string().optional(),
  CREW_REGISTRY_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:4400/api/uap'),
  CREW_ENVIRONMENT_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:4400/mcp/environment'),
  CREW_REGISTRY_TOKEN: z.string().min(1).optional(),
  OPENAI_BASE_URL: z.url().optional(),
  OPENAI_API_KEY: z.string().min(1).optional(),
  OPENAI_MODEL: z.string().min(1).optional(),
});

/** An OpenAI-compatible endpoint. */
export interface ModelConfig {
  baseUrl: string;
  apiKey: string;
  model: string;
  timeoutMs: number;
}

export interface CrewConfig {
  host: string;
  ports: {
    orchestrator: number;
    recommender: number;
    emailTool: number;
    radioMaster: number;
    rootCause: number;
    configuration: number;
    arm: number;
    goal: number;
    formalizer: number;
    robotExecutor: number;
    mailbox: number;
    smtp: number;
  };
  followupMs: number;
  /** Pause between two tokens, so that a person can follow. */
  tokenDelayMs: number;
  /** How long the simulated network takes to change one cell. */
  cellMs: number;
  /** How many times as fast as its motors the simulated arm is. */
  armSpeed: number;
  /** How often a moving arm is looked at. */
  armLookMs: number;
  /** File to which received mail is also written, one JSON per line. */
  mailFile: string | null;
  /** The registry that the agents register in, and in which the radio crew finds its helpers; null = none. */
  registry: RegistryAccess | null;
  /** Where the robot's executor finds what it can do; the token is that of the registry. null = nowhere. */
  environment: EnvironmentAccess | null;
  /** Null = the recommender ranks by rules. */
  model: ModelConfig | null;
}

/** Throws with the names of invalid variables, never with their values. */
export function readConfig(environment: Record<string, string | undefined>): CrewConfig {
  const { success, data: env, error } = environmentSchema.safeParse(environment);
  if (!success) {
    const faults = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new Error(`The environment of the crew is not valid. ${faults.join('; ')}`);
  }
  const base = env.CREW_PORT_BASE;
  const token = env.CREW_REGISTRY_TOKEN;
  const { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey, OPENAI_MODEL: model } = env;
  return {
    host: env.CREW_HOST,
    ports: {
      orchestrator: base + 11,
      recommender: base + 12,
      emailTool: base + 13,
      radioMaster: base + 14,
      rootCause: base + 15,
      configuration: base + 16,
      arm: base + 17,
      goal: base + 18,
      formalizer: base + 19,
      robotExecutor: base + 21,
      mailbox: base + 20,
      smtp: base + 25,
    },
    followupMs: env.CREW_FOLLOWUP_SECONDS * 1000,
    tokenDelayMs: env.CREW_TOKEN_DELAY_MS,
    cellMs: env.CREW_CELL_MS,
    armSpeed: env.CREW_ARM_SPEED,
    armLookMs: env.CREW_ARM_LOOK_MS,
    mailFile: env.CREW_MAIL_FILE ?? null,
    registry:
      token === undefined ? null : { url: env.CREW_REGISTRY_URL.replace(/\/+$/, ''), token },
    environment: token === undefined ? null : { url: env.CREW_ENVIRONMENT_URL, token },
    model: baseUrl && apiKey && model ? { baseUrl, apiKey, model, timeoutMs: 60_000 } : null,
  };
}
