// Before the tests: bundles the servers once; every test starts their threads and processes from that. And offers a PostgreSQL.
import { buildServers } from './build-servers.mjs';
import { offerPostgres } from './test-postgres.mjs';

export default () => {
  buildServers({
    'thread-host': 'apps/bff/src/testing/thread-host.ts',
    'event-writer': 'apps/bff/src/testing/event-writer.ts',
  });
  return offerPostgres();
};
