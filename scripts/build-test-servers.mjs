// Bundles the servers with two programs for the browser tests: server and crew, started any number of times in one process.
import { buildServers } from './build-servers.mjs';

export const buildTestServers = () =>
  buildServers({
    'warm-bff': 'apps/bff/src/testing/warm-main.ts',
    'warm-crew': 'apps/crew/src/testing/warm-main.ts',
  });
