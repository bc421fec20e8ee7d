import { resolve } from 'node:path';
import { startFault } from '@countersign/bff/serve';
import { systemClock } from '@countersign/server/runtime/clock';
import { schemaVersion as databaseVersion } from '@countersign/server/store/postgres/migrations';
import { tablesVersion as versionInDatabase } from '@countersign/server/store/postgres/portable';
import { schemaVersion as fileVersion } from '@countersign/server/store/sqlite/migrations';
import { tablesVersion as versionInFile } from '@countersign/server/store/sqlite/portable';
import { makeBackup } from './backup.ts';
import { type Command, CommandError } from './command.ts';
import { databaseUrl, dataFolder } from './place.ts';
import { readArgs } from './read-args.ts';
import { settingsOf } from './settings.ts';
import { verifyStore } from './verify-store.ts';
import { ownVersion } from './version.ts';

/** How the store before the upgrade is put back. */
const wayBack = (backup: string): string =>
  databaseUrl() === null
    ? `To go back, install the version before, and start it with the backup, once like this:
  COUNTERSIGN_DUTY=on countersign start --data ${backup}`
    : `To go back, install the version before, restore the backup into an empty database, and start it there, once like this:
  pg_restore --no-owner --single-transaction --exit-on-error --dbname="$NEW_DATABASE_URL" ${backup}/countersign.dump
  COUNTERSIGN_DUTY=on DATABASE_URL="$NEW_DATABASE_URL" countersign start --data ${backup}`;

async function versions(directory: string): Promise<{ found: number; own: number }> {
  const url = databaseUrl();
  const own = url === null ? fileVersion : databaseVersion;
  const place = url === null ? directory : 'the database of DATABASE_URL';
  const found = url === null ? versionInFile(directory, systemClock) : await versionInDatabase(url);
  if (found === null) throw new CommandError(`There is no store in ${place}; a start makes one.`);
  if (found > own) {
    throw new CommandError(
      `The store in ${place} is of a newer version (tables ${found}) than this one (tables ${own}). Install the newer version, or put back the backup from before it.`,
    );
  }
  return { found, own };
}

async function upgrade(args: readonly string[]): Promise<number> {
  const { values } = readArgs(args, {
    data: { type: 'string' },
    backup: { type: 'string' },
    json: { type: 'boolean', default: false },
  });
  process.umask(0o077);
  const directory = dataFolder(values.data);
  const { found, own } = await versions(directory);
  const version = ownVersion();
  const say = (facts: object, text: string) =>
    process.stdout.write(values.json ? `${JSON.stringify({ version, ...facts })}\n` : text);
  if (found === own) {
    say(
      { from: found, to: own, backup: null },
      `The store has the tables of version ${version} already; nothing was changed.\n`,
    );
    return 0;
  }
  const day = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const backup = resolve(values.backup ?? `${directory}-before-${version}-${day}`);
  const { position } = await makeBackup(directory, backup);
  if (!values.json) process.stdout.write(`Backup: ${backup}, up to position ${position}.\n`);
  const config = settingsOf({ data: directory, port: '0', host: '127.0.0.1' });
  const audit = await verifyStore({ ...config, act: 'off', hosts: null, origin: null });
  say(
    { from: found, to: own, backup, audit },
    `The store has the tables of version ${version} now (${own}, before: ${found}). ${
      audit.ok
        ? `Its audit of ${audit.rows} rows, their decisions and the events are verified.`
        : `But its audit is not verified: what does not fit is ${audit.what} (docs/operations.md, The audit).`
    }\n${wayBack(backup)}\nWhat is answered from now on is not in the backup.\n`,
  );
  return audit.ok ? 0 : 1;
}

export const command: Command = {
  usage: `countersign upgrade [options]

Brings the store to this version, while no server runs: makes a backup, migrates the tables, verifies the audit, and prints the way back.

  --data <folder>    the data folder of the server
  --backup <folder>  a new folder for the backup (default: beside the data folder, with the version and the time in its name)
  --json             print the result as JSON

With DATABASE_URL the store is that database; pg_dump must be installed.
`,
  run: (args) =>
    upgrade(args).catch((error: unknown) => {
      throw error instanceof CommandError ? error : new CommandError(startFault(error));
    }),
};
