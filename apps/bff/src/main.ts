import { performance } from 'node:perf_hooks';
import { announce } from './announce.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { DataDirectoryBusyError } from './journal/lock.ts';
import { StoreStartError } from './journal/start-error.ts';
import { createLogger } from './logger.ts';
import { runServer } from './run-server.ts';
import { createLastResort } from './runtime/last-resort.ts';

async function start(config: Config): Promise<void> {
  // Files written by this server are readable by its owner only.
  process.umask(0o077);
  const logger = createLogger(config);
  const lastResort = createLastResort({
    now: () => performance.now(),
    log: (error, what) => logger.error({ err: error }, what),
    exit: () => process.exit(1),
  });
  process.on('uncaughtException', lastResort.caught);
  process.on('unhandledRejection', lastResort.caught);
  const server = await runServer(config, logger);
  lastResort.serving();
  // A server that cannot record must not seem to work: agents, answers and deadlines wait for the next start.
  void server.died.then((error) => {
    process.stderr.write(
      `The thread that writes the journal has died (${error.message}), so this server ends. Nothing that was acknowledged is lost; start it again.\n`,
    );
    process.exit(1);
  });
  let draining = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (draining) return;
      draining = true;
      server.close().then(
        () => process.exit(0),
        (error) => {
          logger.error({ err: error }, 'could not drain');
          process.exit(1);
        },
      );
    });
  }
  announce(server, config);
}

try {
  await start(readConfig());
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const expected = [ConfigError, DataDirectoryBusyError, StoreStartError].some(
    (known) => error instanceof known,
  );
  process.stderr.write(expected ? `${message}\n` : `The server could not start: ${message}\n`);
  // An error of the program: its stack is printed if the log level asks for it.
  const { COUNTERSIGN_LOG: level } = process.env;
  if (!expected && error instanceof Error && (level === 'debug' || level === 'trace')) {
    process.stderr.write(`${error.stack}\n`);
  }
  process.exit(1);
}
