import { performance } from 'node:perf_hooks';
import { createLastResort } from '@countersign/server/runtime/last-resort';
import { StoreStartError } from '@countersign/server/store/faults/start-error';
import { DataDirectoryBusyError } from '@countersign/server/store/sqlite/lock';
import { createLogger, type LogOutput } from '@countersign/server/telemetry/logger';
import { createRedactor } from '@countersign/server/telemetry/redactor';
import type { Logger } from 'pino';
import { type Config, ConfigError } from './config.ts';
import { type RunningServer, runServer } from './run-server.ts';

/** For closing the store and cutting off connections, after everything else has had its time. */
const overtimeMs = 20_000;

/** The first signal stops in order, the second of its kind at once. A terminal and its parent may send one each of two kinds. */
function stopOnSignals(
  close: () => Promise<unknown>,
  { logger, limitMs }: { logger: Logger; limitMs: number },
): void {
  const seen = new Set<string>();
  const fail = (what: string, error?: unknown) => {
    logger.error({ err: error }, what);
    process.exit(1);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (seen.has(signal)) fail(`A second ${signal}: the server ends at once.`);
      const isFirst = seen.size === 0;
      seen.add(signal);
      if (!isFirst) return;
      setTimeout(() => fail('The server did not stop in time and ends at once.'), limitMs).unref();
      close().then(
        () => process.exit(0),
        (error) => fail('The server could not be stopped in order.', error),
      );
    });
  }
}

interface ServeOptions {
  /** Where the log is written; standard error without it. */
  log?: LogOutput;
  /** Closes what ends together with the server. */
  closeToo?(): Promise<unknown>;
}

/**
 * Starts the server as the work of this process: with its log, until a signal. The process ends with 0 after a stop in order. Rejects if
 * it cannot start; `startFault` says why.
 */
export async function serve(
  config: Config,
  { log, closeToo = async () => {} }: ServeOptions = {},
): Promise<RunningServer> {
  // Files written by this server are readable by its owner only.
  process.umask(0o077);
  const redactor = createRedactor();
  const logger = createLogger(config, redactor, log);
  const lastResort = createLastResort({
    now: () => performance.now(),
    log: (error, what) => logger.error({ err: error }, what),
    exit: () => process.exit(1),
  });
  process.on('uncaughtException', lastResort.caught);
  process.on('unhandledRejection', lastResort.caught);
  const server = await runServer(config, { logger, redactor });
  lastResort.serving();
  // A server that cannot record must not seem to work: agents, answers and deadlines wait for the next start.
  void server.died.then((error) => {
    process.stderr.write(
      `Nothing can be recorded any more (${error.message}), so this server ends. Nothing that was acknowledged is lost; start it again.\n`,
    );
    process.exit(1);
  });
  stopOnSignals(() => Promise.all([server.close(), closeToo()]), {
    logger,
    limitMs: config.readinessDelayMs + config.drainMs + overtimeMs,
  });
  return server;
}

/** Why a server could not start, for the person who started it. The stack of a bug is added if the log level asks for it. */
export function startFault(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if ([ConfigError, DataDirectoryBusyError, StoreStartError].some((one) => error instanceof one)) {
    return message;
  }
  const { COUNTERSIGN_LOG: level } = process.env;
  const isDetailed = error instanceof Error && (level === 'debug' || level === 'trace');
  return `The server could not start: ${message}${isDetailed ? `\n${error.stack}` : ''}`;
}
