import { systemClock } from '@countersign/server/runtime/clock';
import { createLogger } from '@countersign/server/telemetry/logger';
import { createRedactor } from '@countersign/server/telemetry/redactor';
import { serveWarm } from '@countersign/testkit/warm-program';
import { announce, announcementOf } from '../announce.ts';
import { readConfig } from '../config.ts';
import { runServer } from '../run-server.ts';
import { contradiction, createMadeUpAsker } from './made-up-asker.ts';
import { createPassingClock } from './passing-clock.ts';

// The server as `main.ts` starts it, any number of times in one process, one after the other. An uncaught fault ends it.
process.umask(0o077);
serveWarm(async (environment) => {
  const config = readConfig(environment);
  const clock = createPassingClock(systemClock, Number(environment['WARM_AHEAD_MS'] ?? 0));
  const asker = createMadeUpAsker((index) => {
    process.stdout.write(`asker: ${JSON.stringify(asker.answers[index]?.feedback)}\n`);
    return { kind: 'taken' };
  });
  const answerers = environment['WARM_ASKER'] === undefined ? [] : [asker];
  const redactor = createRedactor();
  const logger = createLogger(config, redactor);
  const server = await runServer(config, { logger, redactor }, { clock, answerers });
  announce(announcementOf(server, config));
  // Asked again at each start, with no effect once it is there.
  if (answerers.length > 0) await server.askers.ask(contradiction());
  void server.died.then((error) => {
    throw error;
  });
  return { facts: { url: server.url }, pass: clock.pass, close: server.close };
});
