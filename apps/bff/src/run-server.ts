import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Answerer } from '@countersign/part-desk/delivery/answerer';
import type { DeskServices } from '@countersign/part-desk/desk-services';
import { desk } from '@countersign/part-desk/part';
import { type FrontDoor, listen } from '@countersign/server/http/front-door';
import { type Clock, systemClock } from '@countersign/server/runtime/clock';
import type { ReadsOnly } from '@countersign/server/servers/act-or-read';
import { isDamage } from '@countersign/server/store/faults/damage';
import { startErrorOf } from '@countersign/server/store/faults/start-error';
import { storeName } from '@countersign/server/store/sqlite/store-files';
import { openTelemetry } from '@countersign/server/telemetry/open-telemetry';
import type { Redactor } from '@countersign/server/telemetry/redactor';
import { reportTo } from '@countersign/server/telemetry/report-to';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { type Config, ConfigError } from './config.ts';
import type { ServiceOptions } from './services/options.ts';
import { type Services, startServices } from './services.ts';
import { keptSecretKey, keptToken } from './settings/secret-files.ts';

/** A server that listens. It does not touch the process: signals and faults are handled by its owner. */
export interface RunningServer extends Pick<DeskServices, 'askers'> {
  url: string;
  /** For the first sign-in, once. */
  signInCode: string;
  /** Names of agents whose stored headers this server's key does not open. */
  secretsLost: string[];
  /** Why it only reads; null = it acts. */
  readsOnly: ReadsOnly;
  /** Nothing can be recorded any more: the writer's thread has died, or another server owns the database. */
  died: Promise<Error>;
  /**
   * Ends in order: not ready any more; then no new connections, streams are asked to connect again, and requests and deliveries in
   * progress may finish for a limited time; then the store is closed.
   */
  close(): Promise<void>;
}

/** How long a browser waits before it connects again to a server that was stopped, ms. */
const retryMs = { least: 500, spread: 1_500 };

/** Starts the services and listens as configured. */
export async function runServer(
  config: Config,
  { logger, redactor }: { logger: Logger; redactor: Redactor },
  { clock = systemClock, answerers = [] }: { clock?: Clock; answerers?: readonly Answerer[] } = {},
): Promise<RunningServer> {
  makeDataDir(config.dataDir);
  const signInCode = randomBytes(18).toString('base64url');
  const token = config.token ?? keptToken(config.dataDir);
  for (const secret of [signInCode, token, ...secretsOf(config)]) redactor.keep(secret);
  const door = await listen(config).catch((error: unknown) => {
    throw listenErrorOf(error, config);
  });
  const hostName = config.host.includes(':') ? `[${config.host}]` : config.host;
  const url = `http://${hostName}:${door.port}`;
  let draining = false;
  const report = reportTo(logger, () => draining);
  const telemetry = openTelemetry(config, { logger, redactor, report, clock });
  try {
    const services = await startServices({
      ...optionsOf(config, { url, token, signInCode }),
      ...{ clock, answerers, report, telemetry, keepSecret: redactor.keep },
    }).catch((error: unknown) => {
      // Data required at the start, such as the agents, is on a page that cannot be read.
      throw isDamage(error) ? startErrorOf(error, join(config.dataDir, storeName)) : error;
    });
    telemetry.watch(services);
    const app = await createApp({
      ...services,
      ...interfaceOf(config),
      metrics: telemetry.metrics,
      logger,
      isDraining: () => draining,
    });
    await app.ready();
    door.open(app.routing);
    const { registry, askers } = desk.of(services.kernel);
    const lost = (await registry.list()).filter(({ secretLost }) => secretLost);
    logger.info({ url, dataDir: config.dataDir, pid: process.pid }, 'The server is ready.');
    return {
      url,
      askers,
      signInCode,
      secretsLost: lost.map(({ name }) => name),
      readsOnly: services.journal.readsOnly,
      died: services.journal.died,
      async close() {
        draining = true;
        // Otherwise it could begin to read agents, and end in the middle of that.
        services.journal.duty.decline();
        logger.info({ readinessDelayMs: config.readinessDelayMs }, 'The server is being stopped.');
        await sleep(config.readinessDelayMs);
        await drain({ services, door, logger }, config.drainMs);
        await app.close();
        await services.close();
        await telemetry.close();
        await door.close();
        logger.info('The server has stopped.');
      },
    };
  } catch (error) {
    await door.close();
    throw error;
  }
}

/** Lets what is in progress finish, at most for `drainMs`. */
async function drain(
  { services, door, logger }: { services: Services; door: FrontDoor; logger: Logger },
  drainMs: number,
): Promise<void> {
  door.stopAccepting();
  services.hub.dismiss(() => retryMs.least + services.random() * retryMs.spread);
  const finished = Promise.all([services.parts.dismiss(), door.idle()]).then(() => true);
  const late = new AbortController();
  const isFinished = await Promise.race([
    finished,
    sleep(drainMs, false, { signal: late.signal }).catch(() => false),
  ]);
  late.abort();
  if (!isFinished) {
    logger.warn({ drainMs }, 'Not everything in progress has finished in time; it is cut off.');
  }
}

function optionsOf(
  config: Config,
  own: { url: string; token: string; signInCode: string },
): Omit<ServiceOptions, 'clock' | 'answerers' | 'report'> {
  return {
    directory: config.dataDir,
    ...{ act: config.act, anchor: config.anchor },
    databaseUrl: config.databaseUrl,
    leaseMs: config.leaseMs,
    createId: randomUUID,
    random: Math.random,
    token: own.token,
    signInCode: own.signInCode,
    registrantToken: config.registrantToken,
    provider: config.provider,
    secretKey: keptSecretKey(config.dataDir),
    configAgents: config.agents,
    webhooks: { origin: () => config.origin ?? own.url, allowed: config.webhookAllow },
    schemaAllow: config.schemaAllow,
    registration: config.registration,
    strictGateway: config.strictGateway,
    tree: config.tree,
    embedding: config.embedding,
    mcpCommands: config.mcpCommands,
    ...(config.samplingModel === null ? {} : { samplingModel: config.samplingModel }),
    selection: config.selection,
    budget: config.budget,
    parts: config.parts,
    limits: {
      run: {
        answerMs: config.agentAnswerMs,
        idleMs: config.agentIdleMs,
        lingerMs: 10_000,
        rejoinMs: 10 * 60_000,
      },
      delivery: {
        maxAttempts: config.deliveryAttempts,
        unattendedRuns: config.unattendedRuns,
        timeoutMs: 10_000,
        backoff: { baseMs: 500, capMs: 30_000 },
      },
      control: { timeoutMs: 10_000, maxAttempts: 4 },
    },
  };
}

/** Beside the bundle of the server. */
const builtLibraries = fileURLToPath(new URL('./packages/', import.meta.url));

const interfaceOf = (config: Config) => ({
  trustedProxies: config.trustedProxies,
  secureHost: config.origin?.startsWith('https:') ? new URL(config.origin).host : null,
  allowsHost: (hostname: string) => config.hosts === null || config.hosts.includes(hostname),
  consoleDir: config.consoleDir,
  librariesDir: builtLibraries,
  mcpSessions: config.mcpSessions,
  limits: {
    requestsPerMinute: config.requestsPerMinute,
    bodyBytes: 2 * 1024 * 1024,
    streams: config.streams,
    streamsPerOperator: config.streamsPerOperator,
  },
});

/** What of the configuration must not appear in the log. */
const secretsOf = ({ databaseUrl, samplingModel, traces, ...config }: Config): string[] => [
  config.metricsToken ?? '',
  config.registrantToken ?? '',
  config.provider?.clientSecret ?? '',
  config.tree.parent?.token ?? '',
  config.embedding?.key ?? '',
  databaseUrl ?? '',
  samplingModel?.key ?? '',
  ...Object.values(traces?.headers ?? {}),
];

function makeDataDir(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `The data folder ${path} cannot be made (${reason}). Choose another with --data, or COUNTERSIGN_DATA.`,
    );
  }
}

function listenErrorOf(error: unknown, { port, host }: Config): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new ConfigError(`Port ${port} is taken. Choose another with --port, or PORT.`);
  }
  if (code === 'EACCES') {
    return new ConfigError(
      `Port ${port} is not for this user. Choose one from 1024 on with --port, or PORT.`,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new ConfigError(`HOST=${host} is no address of this machine.`);
  }
  return error;
}
