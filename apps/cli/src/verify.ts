import { existsSync, readFileSync, statSync } from 'node:fs';
import { startFault } from '@countersign/bff/serve';
import { checkEvidence } from '@countersign/receipt/evidence';
import type { KeySet } from '@countersign/receipt/receipt';
import { type Command, CommandError } from './command.ts';
import { dataFolder } from './place.ts';
import { readArgs } from './read-args.ts';
import { settingsOf } from './settings.ts';
import { verifyStore } from './verify-store.ts';

interface Found {
  ok: boolean;
  text: string;
  facts: object;
}

/** A file that was saved as evidence. */
function ofFile(file: string, keys: KeySet | null): Found {
  const { manifest, key, altered, signature } = checkEvidence(readFileSync(file, 'utf8'), keys);
  const ok = altered.length === 0 && signature === 'signed';
  const facts = { file, ok, altered, signature, manifest, key };
  if (manifest === null) {
    return { ok, facts, text: `${file} is no evidence file: it has no seal, or a broken one.\n` };
  }
  const of = `${manifest.kind} ${manifest.subject}, saved ${new Date(manifest.made).toISOString()} by ${manifest.by}`;
  if (altered.length > 0) {
    return { ok, facts, text: `${file} was altered (${of}): in ${altered.join(', ')}.\n` };
  }
  if (signature !== 'signed') {
    return { ok, facts, text: `${file} is signed by ${key?.kid}, which is not among the keys.\n` };
  }
  const against =
    keys === null
      ? `It is whole, and signed by the key ${key?.kid} (${key?.x}) in the file: compare that with the server’s, or give --keys.`
      : `It is as it was saved, signed by ${key?.kid}.`;
  return { ok, facts, text: `${file}: ${of}. ${against}\n` };
}

/** Keys from a file as `/.well-known/jwks.json` has them. */
function keysIn(file: string | undefined): KeySet | null {
  if (file === undefined) return null;
  try {
    const read: KeySet = JSON.parse(readFileSync(file, 'utf8'));
    if (Array.isArray(read.keys)) return read;
  } catch {
    // Said below.
  }
  throw new CommandError(`${file} has no set of keys (the file /.well-known/jwks.json).`);
}

async function verify(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(
    args,
    {
      ...{ data: { type: 'string' }, keys: { type: 'string' }, anchor: { type: 'string' } },
      json: { type: 'boolean', default: false },
    },
    { most: 1 },
  );
  const [path] = positionals;
  if (path !== undefined && !existsSync(path)) throw new CommandError(`There is no ${path}.`);
  const isFile = path !== undefined && !statSync(path).isDirectory();
  const found = isFile
    ? ofFile(path, keysIn(values.keys))
    : await ofStore(path ?? dataFolder(values.data), values.anchor);
  process.stdout.write(values.json ? `${JSON.stringify(found.facts)}\n` : found.text);
  return found.ok ? 0 : 1;
}

/** A store that no server uses: a backup, for example. */
async function ofStore(directory: string, anchor: string | undefined): Promise<Found> {
  const config = settingsOf({ data: directory, port: '0', host: '127.0.0.1' });
  const verdict = await verifyStore({
    ...{ ...config, act: 'off', hosts: null, origin: null },
    ...(anchor === undefined ? {} : { anchor }),
  });
  const { ok, rows, what, brokenAt } = verdict;
  const outside =
    verdict.anchor === null
      ? 'No end that was written outside was compared.'
      : `It continues the end that was written outside at entry ${verdict.anchor.number}.`;
  const { from, to } = verdict.events;
  const events = from === null || to === null ? '' : ` Events ${from} to ${to} are as written.`;
  const text = ok
    ? `The audit of ${rows} entries is whole, with its decisions and receipts.${events} ${outside}\n`
    : `The audit does not hold at entry ${brokenAt}: ${what} (docs/operations.md, The audit).\n`;
  return { ok, facts: verdict, text };
}

export const command: Command = {
  usage: `countersign verify [file or folder] [options]

Checks an evidence file, or the store in a folder that no server uses (a backup): the chain of the audit, its decisions, receipts and events, and the ends that were written outside. Nothing is changed.

  --keys <file>    the keys of the server, as /.well-known/jwks.json has them, for an evidence file
  --anchor <file>  the ends that were written outside (COUNTERSIGN_ANCHOR), for a store
  --data <folder>  the data folder, if no other is named
  --json           print the result as JSON

Exits with 1 if something does not hold.
`,
  run: (args) =>
    verify(args).catch((error: unknown) => {
      throw error instanceof CommandError ? error : new CommandError(startFault(error));
    }),
};
