import { serveWarm } from '@countersign/testkit/warm-program';
import { announce } from '../announce.ts';
import { readConfig } from '../config.ts';
import { createLogger } from '../logger.ts';
import { runServer } from '../run-server.ts';
import { systemClock } from '../runtime/clock.ts';
import { createPassingClock } from './passing-clock.ts';

// The server as `main.ts` starts it, any number of times in one process, one after the other. An uncaught fault ends it.
process.umask(0o077);
serveWarm(async (environment) => {
  const config = readConfig(environment);
  const clock = createPassingClock(systemClock, Number(environment['WARM_AHEAD_MS'] ?? 0));
  const server = await runServer(config, createLogger(config), clock);
  announce(server, config);
  void server.died.then((error) => {
    throw error;
  });
  return { facts: { url: server.url }, pass: clock.pass, close: server.close };
});
