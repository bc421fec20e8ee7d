import { isDamage } from './damage.ts';
import { faultOf } from './store-fault.ts';

/** The reason why a server cannot start on its store, with a message for the person who starts it. */
export class StoreStartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StoreStartError';
  }
}

/** The error of SQLite when `file` was opened, as a sentence that says what to do. */
export function startErrorOf(error: unknown, file: string): Error {
  if (error instanceof StoreStartError) return error;
  const fault = faultOf(error);
  if (fault.code === '' && !isDamage(error))
    return error instanceof Error ? error : new Error(fault.message);
  if (isDamage(error)) {
    return new StoreStartError(
      `The store ${file} cannot be read (${fault.message}). Put a backup in its place, or move it away to begin anew.`,
    );
  }
  if (/BUSY|LOCKED/.test(fault.code)) {
    return new StoreStartError(
      `The store ${file} is held by another program (${fault.message}). Start again when that has ended.`,
    );
  }
  if (fault.code.startsWith('SQLITE_FULL')) {
    return new StoreStartError(
      `The disk of the store ${file} is full. Make room, and start again.`,
    );
  }
  if (fault.kind === 'passing') {
    return new StoreStartError(
      `The store ${file} cannot be opened for writing (${fault.message}). Look at the folder's owner and rights, and at the disk.`,
    );
  }
  return new StoreStartError(`The store ${file} could not be opened: ${fault.message}`);
}
