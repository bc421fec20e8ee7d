// Before the tests: bundles the servers once; every test starts their threads and processes from that. And offers a PostgreSQL and a Python.
import { buildServers } from './build-servers.mjs';
import { findPython } from './find-python.mjs';
import { keepFilesInMemory } from './memory-folder.mjs';
import { printQuarantine } from './quarantine.mjs';
import { offerPostgres } from './test-postgres.mjs';

export default async () => {
  // Every project of a run asks for this, and the first one has it made for all.
  if (process.env.COUNTERSIGN_TEST_READY !== undefined) return undefined;
  process.env.COUNTERSIGN_TEST_READY = 'yes';
  const removeFiles = keepFilesInMemory();
  buildServers({
    'thread-host': 'apps/bff/src/testing/thread-host.ts',
    'event-writer': 'apps/bff/src/testing/event-writer.ts',
  });
  // Empty: there is none, and its tests are left out.
  process.env.COUNTERSIGN_TEST_PYTHON = findPython() ?? '';
  const stopPostgres = await offerPostgres();
  return async () => {
    await stopPostgres();
    removeFiles();
    printQuarantine((text) => process.stdout.write(text));
  };
};
