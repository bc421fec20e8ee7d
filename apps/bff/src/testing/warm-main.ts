import { serveWarm } from '@countersign/testkit/warm-program';
import { announce } from '../announce.ts';
import { readConfig } from '../config.ts';
import { createLogger } from '../logger.ts';
import { runServer } from '../run-server.ts';

// The server as `main.ts` starts it, any number of times in one process, one after the other. A fault nobody catches ends it.
process.umask(0o077);
serveWarm(async (environment) => {
  const config = readConfig(environment);
  const server = await runServer(config, createLogger(config));
  announce(server, config);
  void server.died.then((error) => {
    throw error;
  });
  return { facts: { url: server.url }, close: server.close };
});
