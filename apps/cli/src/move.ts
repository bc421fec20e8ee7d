import { resolve } from 'node:path';
import { type Command, CommandError } from './command.ts';
import { databaseUrl, dataFolder } from './place.ts';
import { readArgs } from './read-args.ts';

/** Which store is moved, and the file. */
export interface Move {
  directory: string;
  url: string | null;
  /** The store in words. */
  place: string;
  file: string;
}

export interface Moved {
  rows: number;
  tables: number;
  text: string;
}

const why = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  // Errors with a name of their own are written for people.
  const isExpected = error instanceof Error && error.name !== 'Error';
  return isExpected ? message : `The store was not moved: ${message}`;
};

/** The command that moves a store one of the two ways; the store is that of a server with the same settings, which must not run. */
export const moving = (
  way: 'export' | 'import',
  what: string,
  move: (one: Move) => Promise<Moved>,
): Command => ({
  usage: `countersign ${way} <file> [options]

${what}
The server must not run. A file that ends with .gz is compressed.

  --data <folder>  the data folder of the server
  --json           print the result as JSON

With DATABASE_URL the store is that database.
`,
  async run(args) {
    const { values, positionals } = readArgs(
      args,
      { data: { type: 'string' }, json: { type: 'boolean', default: false } },
      { least: 1, missing: `Name the file: countersign ${way} <file>` },
    );
    process.umask(0o077);
    const directory = dataFolder(values.data);
    const url = databaseUrl();
    const file = resolve(positionals[0] ?? '');
    const place = url === null ? directory : 'the database of DATABASE_URL';
    const { text, ...counts } = await move({ directory, url, place, file }).catch((error) => {
      throw new CommandError(why(error));
    });
    process.stdout.write(values.json ? `${JSON.stringify({ file, ...counts })}\n` : text);
    return 0;
  },
});
