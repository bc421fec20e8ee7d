import { resolve } from 'node:path';
import { BackupError, type BackupMade } from '@countersign/server/store/backup-folder';
import { backUpDatabase } from '@countersign/server/store/postgres/backup';
import { backUp } from '@countersign/server/store/sqlite/backup';
import { type Command, CommandError } from './command.ts';
import { databaseUrl, dataFolder } from './place.ts';
import { readArgs } from './read-args.ts';

/** Copies the store into `target`. Throws `CommandError` if there is no backup. */
export async function makeBackup(directory: string, target: string): Promise<BackupMade> {
  const url = databaseUrl();
  try {
    return url === null ? backUp(directory, target) : await backUpDatabase(url, directory, target);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CommandError(error instanceof BackupError ? message : `No backup: ${message}`);
  }
}

export const command: Command = {
  usage: `countersign backup <folder> [options]

Copies the store into a new folder, also while the server runs: one consistent state, checked.

  --data <folder>  the data folder of the server
  --json           print the result as JSON

With DATABASE_URL the store is that database; pg_dump must be installed.
`,
  async run(args) {
    const { values, positionals } = readArgs(
      args,
      { data: { type: 'string' }, json: { type: 'boolean', default: false } },
      { least: 1, missing: 'Name the folder for the backup: countersign backup <folder>' },
    );
    process.umask(0o077);
    const directory = dataFolder(values.data);
    const target = resolve(positionals[0] ?? '');
    const { position, files } = await makeBackup(directory, target);
    if (values.json) {
      process.stdout.write(`${JSON.stringify({ folder: target, position, secrets: files })}\n`);
      return 0;
    }
    const source = databaseUrl() === null ? directory : 'The database of DATABASE_URL';
    const secrets =
      files.length === 0
        ? `It has no keys, as there are none in ${directory}: without secret.key, headers of agents cannot be read.`
        : `It contains secrets (${files.join(', ')}): protect it like the original.`;
    process.stdout.write(
      `${source} was copied into ${target}, up to position ${position}.\n${secrets}\n`,
    );
    return 0;
  },
};
