import { chmodSync, existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../runtime/alarm.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type Connection, openDatabase } from './database.ts';
import { storeName } from './store-files.ts';

/** Another process already serves this data directory. */
export class DataDirectoryBusyError extends Error {
  constructor(directory: string) {
    super(
      `Another Countersign server is using ${directory}. Stop it, or give this one its own folder with --data, or COUNTERSIGN_DATA.`,
    );
    this.name = 'DataDirectoryBusyError';
  }
}

/** How often the lock file is checked to be still there, ms. */
const lookEveryMs = 2_000;

/**
 * Holds the data directory for this process. The lock is a lock of the operating system (through SQLite), so a killed server never
 * leaves a stale one behind. A lock file that was removed is created again; a server that starts meanwhile finds the store itself in
 * use.
 */
export function lockDataDirectory(
  directory: string,
  clock: Clock,
  report: Report = () => {},
): () => void {
  const path = join(directory, 'server.lock');
  const store = join(directory, storeName);
  const removed = !existsSync(path) && existsSync(store);
  let held = hold(path, directory);
  if (removed && isInUse(store)) {
    held.connection.close();
    // Left here, it would let the next server pass.
    rmSync(path, { force: true });
    throw new DataDirectoryBusyError(directory);
  }
  let cancel = () => {};
  const look = () => {
    try {
      if (inodeOf(path) !== held.inode) {
        const { connection } = held;
        held = hold(path, directory);
        connection.close();
      }
    } catch (error) {
      // The folder is away, or the disk full: checked again.
      report(`The lock of ${directory} could not be checked.`, error);
    }
    cancel = clock.schedule(look, lookEveryMs);
  };
  cancel = clock.schedule(look, lookEveryMs);
  return () => {
    cancel();
    held.connection.close();
  };
}

function hold(path: string, directory: string): { connection: Connection; inode: number | null } {
  const connection = openDatabase(path, 'lock');
  try {
    connection.exec('BEGIN EXCLUSIVE');
    chmodSync(path, 0o600);
    return { connection, inode: inodeOf(path) };
  } catch (error) {
    connection.close();
    if (error instanceof Error && /busy|locked/i.test(error.message)) {
      throw new DataDirectoryBusyError(directory);
    }
    throw error;
  }
}

const inodeOf = (path: string): number | null =>
  statSync(path, { throwIfNoEntry: false })?.ino ?? null;

/** Whether another connection has the store open, so that it cannot be locked exclusively. */
function isInUse(store: string): boolean {
  const connection = openDatabase(store, 'lock');
  try {
    connection.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;');
    return false;
  } catch (error) {
    if (error instanceof Error && /busy|locked/i.test(error.message)) return true;
    throw error;
  } finally {
    connection.close();
  }
}
