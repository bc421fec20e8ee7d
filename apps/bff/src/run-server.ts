import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { type Config, ConfigError } from './config.ts';
import type { Answerer } from './delivery/answerer.ts';
import { startErrorOf } from './journal/start-error.ts';
import { storeName } from './journal/store-files.ts';
import { type Clock, systemClock } from './runtime/clock.ts';
import { keptSecretKey, keptToken } from './secret-files.ts';
import { type Services, startServices } from './services.ts';
import { isDamage } from './store/damage.ts';

/** A server that listens. It does not touch the process: signals and faults are handled by its owner. */
export interface RunningServer extends Pick<Services, 'askers'> {
  url: string;
  /** For the first sign-in, once. */
  signInCode: string;
  /** Names of agents whose stored headers this server's key does not open. */
  secretsLost: string[];
  /** The writer's thread has died: nothing can be recorded any more. */
  died: Promise<Error>;
  /** Closes all connections, then the store. */
  close(): Promise<void>;
}

/** Starts the services and listens as configured. */
export async function runServer(
  config: Config,
  logger: Logger,
  { clock = systemClock, answerers = [] }: { clock?: Clock; answerers?: readonly Answerer[] } = {},
): Promise<RunningServer> {
  makeDataDir(config.dataDir);
  const signInCode = randomBytes(18).toString('base64url');
  const hostName = config.host.includes(':') ? `[${config.host}]` : config.host;
  let url = `http://${hostName}:${config.port}`;
  const services = await startServices({
    directory: config.dataDir,
    clock,
    createId: randomUUID,
    random: Math.random,
    token: config.token ?? keptToken(config.dataDir),
    signInCode,
    secretKey: keptSecretKey(config.dataDir),
    configAgents: config.agents,
    answerers,
    webhooks: { origin: () => config.origin ?? url, allowed: config.webhookAllow },
    schemaAllow: config.schemaAllow,
    budget: config.budget,
    report: (what, error) => logger.error({ err: error }, what),
    limits: {
      run: {
        answerMs: config.agentAnswerMs,
        idleMs: config.agentIdleMs,
        lingerMs: 10_000,
        rejoinMs: 10 * 60_000,
      },
      delivery: {
        maxAttempts: config.deliveryAttempts,
        timeoutMs: 10_000,
        backoff: { baseMs: 500, capMs: 30_000 },
      },
      control: { timeoutMs: 10_000, maxAttempts: 4 },
    },
  }).catch((error: unknown) => {
    // Data required at the start, such as the agents, is on a page that cannot be read.
    throw isDamage(error) ? startErrorOf(error, join(config.dataDir, storeName)) : error;
  });
  const { hosts } = config;
  const app = await createApp({
    ...services,
    logger,
    secureHost: config.origin?.startsWith('https:') ? new URL(config.origin).host : null,
    allowsHost: (hostname) => hosts === null || hosts.includes(hostname),
    consoleDir: config.consoleDir,
    limits: {
      requestsPerMinute: config.requestsPerMinute,
      bodyBytes: 2 * 1024 * 1024,
      streams: config.streams,
      streamsPerOperator: config.streamsPerOperator,
    },
  });
  const close = async () => {
    // The streams first: they would keep the listener open forever.
    services.hub.close();
    services.mcpQuestions.close();
    await app.close();
    await services.close();
  };
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await close();
    throw listenErrorOf(error, config);
  }
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  url = `http://${hostName}:${port}`;
  const lost = (await services.registry.list()).filter(({ secretLost }) => secretLost);
  return {
    url,
    askers: services.askers,
    signInCode,
    secretsLost: lost.map(({ name }) => name),
    died: services.journal.died,
    close,
  };
}

function makeDataDir(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `The data folder ${path} cannot be made (${reason}). Choose another with COUNTERSIGN_DATA.`,
    );
  }
}

function listenErrorOf(error: unknown, { port, host }: Config): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new ConfigError(`Port ${port} is taken. Choose another with PORT.`);
  }
  if (code === 'EACCES') {
    return new ConfigError(`Port ${port} is not for this user. Choose one from 1024 on with PORT.`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new ConfigError(`HOST=${host} is no address of this machine.`);
  }
  return error;
}
