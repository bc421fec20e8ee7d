import { resolve } from 'node:path';
import { BackupError, backUp } from './store/sqlite/backup.ts';

// A program of its own: it works whether the server runs or not.
const { COUNTERSIGN_DATA: given } = process.env;
const directory = resolve(given === undefined || given === '' ? './data' : given);
const [target] = process.argv.slice(2);
try {
  process.umask(0o077);
  if (target === undefined) {
    throw new BackupError('Name the folder for the backup: npm run backup -- <folder>');
  }
  const { position, files } = backUp(directory, resolve(target));
  process.stdout.write(
    `${directory} was copied into ${resolve(target)}, up to position ${position}.\n` +
      `It contains secrets (${files.join(', ')}): protect it like the original.\n`,
  );
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(error instanceof BackupError ? `${message}\n` : `No backup: ${message}\n`);
  process.exitCode = 1;
}
