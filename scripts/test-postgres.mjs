// PostgreSQL for the tests: a database server of their own, started when the first test asks for it and stopped after the last.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from './find-postgres.mjs';
import { startCluster } from './postgres-cluster.mjs';

const none =
  'The tests of PostgreSQL are left out: none was found, and only root can install it here. ' +
  'Install it (Debian: apt-get install postgresql), or name a database in DATABASE_URL_TEST whose user may create others.\n';

/**
 * Offers PostgreSQL to the tests: `COUNTERSIGN_TEST_POSTGRES` is the address of a database in which others can be created, or the
 * path of a socket which returns it. In continuous integration it must be there.
 */
export async function offerPostgres() {
  const given = process.env.DATABASE_URL_TEST;
  if (given) {
    process.env.COUNTERSIGN_TEST_POSTGRES = given;
    return async () => {};
  }
  const programs = findPostgres();
  if (programs === undefined) {
    if (process.env.CI) throw new Error(`Continuous integration needs PostgreSQL. ${none}`);
    process.stdout.write(none);
    return async () => {};
  }
  const folder = mkdtempSync(join(tmpdir(), 'countersign-tests-'));
  const path = join(folder, 'postgres.sock');
  let cluster;
  const broker = createServer((socket) => {
    socket.on('error', () => {});
    cluster ??= startCluster(programs);
    cluster.then(
      ({ url }) => socket.end(url),
      (error) => {
        process.stderr.write(`${error.message}\n`);
        socket.destroy();
      },
    );
  });
  await new Promise((resolve) => broker.listen(path, resolve));
  process.env.COUNTERSIGN_TEST_POSTGRES = path;
  return async () => {
    broker.close();
    if (cluster !== undefined) await (await cluster).stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
