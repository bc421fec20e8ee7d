import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LogOutput } from '@countersign/bff/telemetry/logger';
import { CommandError } from './command.ts';

/** A file that is larger at the start is put aside, in the place of the one before it. */
const fullBytes = 20 * 1024 * 1024;

/** The file of the log, continued. Throws `CommandError` if it cannot be written. */
export function openLog(path: string): LogOutput {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size > fullBytes) renameSync(path, `${path}.1`);
  } catch (error) {
    throw unwritable(path, error);
  }
  const stream = createWriteStream(path, { flags: 'a', mode: 0o600 });
  // A full disk must not end the server, which says so itself.
  stream.on('error', (error) => {
    process.stderr.write(`${unwritable(path, error).message}\n`);
  });
  return stream;
}

function unwritable(path: string, error: unknown): CommandError {
  const reason = error instanceof Error ? error.message : String(error);
  return new CommandError(
    `The log ${path} cannot be written (${reason}). Choose another folder with --data, or another file with --log.`,
  );
}
