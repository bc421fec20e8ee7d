import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { systemClock } from './clock.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { DataDirectoryBusyError } from './journal/lock.ts';
import { isDamage } from './journal/read-around.ts';
import { StoreStartError, startErrorOf } from './journal/start-error.ts';
import { storeName } from './journal/store-files.ts';
import { createLastResort } from './last-resort.ts';
import { keptSecretKey, keptToken } from './secret-files.ts';
import { startServices } from './services.ts';

async function start(config: Config): Promise<void> {
  // Whatever this server writes is its owner's.
  process.umask(0o077);
  makeDataDir(config.dataDir);
  const logger = pino({
    level: config.logLevel,
    redact: {
      paths: ['req.headers.authorization', 'req.headers.cookie', '*.headers', '*.token', '*.code'],
      censor: '[secret]',
    },
  });
  const lastResort = createLastResort({
    now: () => performance.now(),
    log: (error, what) => logger.error({ err: error }, what),
    exit: () => process.exit(1),
  });
  process.on('uncaughtException', lastResort.caught);
  process.on('unhandledRejection', lastResort.caught);
  const signInCode = randomBytes(18).toString('base64url');
  const hostName = config.host.includes(':') ? `[${config.host}]` : config.host;
  let url = `http://${hostName}:${config.port}`;
  const services = await startServices({
    directory: config.dataDir,
    clock: systemClock,
    createId: randomUUID,
    random: Math.random,
    token: config.token ?? keptToken(config.dataDir),
    signInCode,
    secretKey: keptSecretKey(config.dataDir),
    configAgents: config.agents,
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
    // What no start can do without, such as the agents, stands on a page that cannot be read.
    throw isDamage(error) ? startErrorOf(error, join(config.dataDir, storeName)) : error;
  });
  // A server that records nothing must not look as if it did: agents, answers and deadlines wait for the next start.
  void services.journal.died.then((error) => {
    process.stderr.write(
      `The thread that writes the journal has died (${error.message}), so this server ends. Nothing that was acknowledged is lost; start it again.\n`,
    );
    process.exit(1);
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
  let draining = false;
  const drain = async () => {
    if (draining) return;
    draining = true;
    // The streams first: they would keep the listener open for ever.
    services.hub.close();
    await app.close();
    await services.close();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      drain().then(
        () => process.exit(0),
        (error) => {
          logger.error({ err: error }, 'could not drain');
          process.exit(1);
        },
      );
    });
  }
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await drain();
    throw listenErrorOf(error, config);
  }
  lastResort.serving();
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  url = `http://${hostName}:${port}`;
  process.stdout.write(
    `Countersign listens on ${url}\nSign in: ${url}/sign-in#code=${signInCode}\n` +
      (config.token === null
        ? `Administrator's token: ${config.dataDir}/token\n`
        : "Administrator's token: as set in COUNTERSIGN_TOKEN\n"),
  );
  const lost = services.registry.list().filter(({ secretLost }) => secretLost);
  if (lost.length > 0) {
    const names = lost.map(({ name }) => name).join(', ');
    process.stderr.write(
      `${config.dataDir}/secret.key does not open the headers of: ${names}. Put the old key back and start again, or enter their headers again in the console, under Agents.\n`,
    );
  }
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

try {
  await start(readConfig());
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const expected = [ConfigError, DataDirectoryBusyError, StoreStartError].some(
    (known) => error instanceof known,
  );
  process.stderr.write(expected ? `${message}\n` : `The server could not start: ${message}\n`);
  // A fault of ours: whoever looks into it asks for the place.
  const { COUNTERSIGN_LOG: level } = process.env;
  if (!expected && error instanceof Error && (level === 'debug' || level === 'trace')) {
    process.stderr.write(`${error.stack}\n`);
  }
  process.exit(1);
}
