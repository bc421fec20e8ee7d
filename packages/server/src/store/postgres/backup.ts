import { execFile } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, renameSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { BackupError, type BackupMade, copySecrets, makeFolder } from '../backup-folder.ts';

const run = promisify(execFile);

/** The name of the dump in the folder of a backup: of pg_dump, in its custom format. */
export const dumpName = 'countersign.dump';

/** Where Debian has the programs of each version. */
const debian = '/usr/lib/postgresql';

/** The newest one that is installed: it dumps databases of older versions too. */
function findProgram(name: string): string {
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const folders = [
    ...versions.toSorted((a, b) => Number(b) - Number(a)).map((it) => join(debian, it, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new BackupError(
    `${name} was not found: it makes backups of PostgreSQL. Install its client programs, of the version of the database or a newer one (Debian: apt-get install postgresql-client).`,
  );
}

/** An address as variables of libpq: in arguments, every user of the machine could read its password. */
export function environmentOf(address: string): Record<string, string> {
  const url = new URL(address);
  const parts = {
    PGHOST: url.searchParams.get('host') ?? url.hostname.replaceAll(/[[\]]/g, ''),
    PGPORT: url.port,
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    PGSSLMODE: url.searchParams.get('sslmode') ?? '',
    PGSSLROOTCERT: url.searchParams.get('sslrootcert') ?? '',
    PGSSLCERT: url.searchParams.get('sslcert') ?? '',
    PGSSLKEY: url.searchParams.get('sslkey') ?? '',
  };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== ''));
}

/**
 * Dumps a database with pg_dump into `target`, which must be new or empty, together with the keys in `directory`, while servers may
 * write: one consistent state. The dump has its name only when it is complete and can be listed.
 */
export async function backUpDatabase(
  url: string,
  directory: string,
  target: string,
): Promise<BackupMade> {
  const programs = { dump: findProgram('pg_dump'), list: findProgram('pg_restore') };
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // The dump is of the moment in which the position is read.
    const { rows } = await client
      .query('SELECT pg_export_snapshot() AS snapshot, head FROM positions')
      .catch(() => {
        throw new BackupError('There is no store of Countersign in the database of DATABASE_URL.');
      });
    const undo = makeFolder(target);
    try {
      const files = await dumpInto(target, {
        ...{ url, directory, programs },
        snapshot: String(rows[0]?.snapshot),
      });
      return { position: Number(rows[0]?.head), files };
    } catch (error) {
      // Otherwise the next attempt is refused, as the folder is not empty.
      undo();
      throw error;
    }
  } finally {
    await client.end().catch(() => {});
  }
}

/** Writes the dump and the keys; returns the names of those. */
async function dumpInto(
  target: string,
  from: {
    url: string;
    directory: string;
    programs: { dump: string; list: string };
    snapshot: string;
  },
): Promise<string[]> {
  const { dump, list } = from.programs;
  const unfinished = join(target, `${dumpName}.unfinished`);
  const env = { ...process.env, ...environmentOf(from.url) };
  const snapshot = `--snapshot=${from.snapshot}`;
  await said(run(dump, ['--format=custom', snapshot, `--file=${unfinished}`], { env }));
  chmodSync(unfinished, 0o600);
  const listed = await said(run(list, ['--list', unfinished], { maxBuffer: 64_000_000 }));
  if (!/TABLE DATA \S+ events /.test(listed)) {
    throw new BackupError('The dump lacks the events of the store.');
  }
  const files = copySecrets(from.directory, target);
  renameSync(unfinished, join(target, dumpName));
  return files;
}

/** What a program prints; what it complains about is the reason for the person. */
async function said(running: Promise<{ stdout: string }>): Promise<string> {
  try {
    return (await running).stdout;
  } catch (error) {
    const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw stderr === '' ? error : new BackupError(stderr);
  }
}
