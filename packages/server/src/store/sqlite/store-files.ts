import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StoreStartError } from '../faults/start-error.ts';

export const storeName = 'countersign.db';
const sticky = 0o1000;

/** Checks the files of a store before it is opened: no other user may read them, and none of them may be missing. */
export function prepareFiles(directory: string): void {
  const file = join(directory, storeName);
  if (!existsSync(file) && size(`${file}-wal`) > 0) {
    throw new StoreStartError(
      `${storeName} is missing in ${directory}, but its log ${storeName}-wal is there. Put the file back to where it was, or move the log away to begin anew.`,
    );
  }
  try {
    // Created here first, because SQLite would use the umask; the log inherits its rights.
    closeSync(openSync(file, 'a', 0o600));
    for (const name of ['', '-wal', '-shm']) narrow(`${file}${name}`, 0o600);
    // The rights of a shared folder (/tmp) are not changed.
    if (((statSync(directory).mode ?? 0) & sticky) === 0) narrow(directory, 0o700);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreStartError(
      `The data folder ${directory} cannot be used (${reason}). Look at its owner and rights, or choose another with --data, or COUNTERSIGN_DATA.`,
    );
  }
}

/** Removes the rights of others. A file without any is not touched: only its owner could change it. */
function narrow(path: string, mode: number): void {
  if (!existsSync(path) || (statSync(path).mode & 0o777 & ~mode) === 0) return;
  chmodSync(path, mode);
}

const size = (path: string): number => (existsSync(path) ? statSync(path).size : 0);
