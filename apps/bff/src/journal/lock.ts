import { join } from 'node:path';
import { openDatabase } from './database.ts';

/** Another process already serves this data directory. */
export class DataDirectoryBusyError extends Error {
  constructor(directory: string) {
    super(
      `Another Countersign server is using ${directory}. Stop it, or give this one its own directory with COUNTERSIGN_DATA.`,
    );
    this.name = 'DataDirectoryBusyError';
  }
}

/**
 * Holds the data directory for this process. The lock is a lock of the operating system
 * (through SQLite), so a killed server never leaves a stale one behind.
 */
export function lockDataDirectory(directory: string): () => void {
  const connection = openDatabase(join(directory, 'server.lock'), 'lock');
  try {
    connection.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    if (error instanceof Error && /busy|locked/i.test(error.message)) {
      throw new DataDirectoryBusyError(directory);
    }
    throw error;
  }
  return () => connection.close();
}
