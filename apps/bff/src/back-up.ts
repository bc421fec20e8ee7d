import { resolve } from 'node:path';
import { BackupError } from './store/backup-folder.ts';
import { backUpDatabase } from './store/postgres/backup.ts';
import { backUp } from './store/sqlite/backup.ts';

// A program of its own: it works whether the server runs or not.
const { COUNTERSIGN_DATA: given, DATABASE_URL: url } = process.env;
const directory = resolve(given === undefined || given === '' ? './data' : given);
const [target] = process.argv.slice(2);
try {
  process.umask(0o077);
  if (target === undefined) {
    throw new BackupError('Name the folder for the backup: npm run backup -- <folder>');
  }
  const isPostgres = url !== undefined && url !== '';
  const { position, files } = isPostgres
    ? await backUpDatabase(url, directory, resolve(target))
    : backUp(directory, resolve(target));
  const source = isPostgres ? 'The database of DATABASE_URL' : directory;
  const secrets =
    files.length === 0
      ? `It has no keys, as there are none in ${directory}: without secret.key, headers of agents cannot be read.\n`
      : `It contains secrets (${files.join(', ')}): protect it like the original.\n`;
  process.stdout.write(
    `${source} was copied into ${resolve(target)}, up to position ${position}.\n${secrets}`,
  );
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(error instanceof BackupError ? `${message}\n` : `No backup: ${message}\n`);
  process.exitCode = 1;
}
