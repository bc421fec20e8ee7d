import type { StoreState } from '@countersign/api/store-state';

/**
 * What an error of the store means for whoever asked. `passing`: nothing was changed, and the very same may succeed
 * later. `damaged`: bytes on the disk cannot be read. `refused`: this very request cannot be taken: a constraint, too big, a bug.
 */
export type FaultKind = 'passing' | 'damaged' | 'refused';

export interface StoreFault {
  kind: FaultKind;
  code: string;
  message: string;
}

const passing = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|NOMEM|CANTOPEN|PROTOCOL|READONLY|INTERRUPT)/;
const damaged = /^SQLITE_(CORRUPT|NOTADB|IOERR_(CORRUPTFS|DATA|SHORT_READ))/;

/** Reads an error by its code: messages change between releases. */
export function faultOf(error: unknown): StoreFault {
  const message = error instanceof Error ? error.message : String(error);
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const kind = damaged.test(code) ? 'damaged' : passing.test(code) ? 'passing' : 'refused';
  return { kind, code, message };
}

/** Why the store takes no writes, for people. */
export function reasonOf({ code }: StoreFault): NonNullable<StoreState['reason']> {
  if (/BUSY|LOCKED/.test(code)) return 'locked';
  return code.startsWith('SQLITE_FULL') ? 'full' : 'failing';
}

/** The store takes no writes now. Nothing was changed; the same may be asked again. */
export class StoreUnavailableError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StoreUnavailableError';
  }
}

/** What was asked for stands on a part of the disk that cannot be read. Asking again does not help. */
export class StoreDamagedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StoreDamagedError';
  }
}

/** This one request could not be taken, and was undone: a constraint, a size, a bug. */
export class RequestRefusedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RequestRefusedError';
  }
}

/** Whether it was the store that failed, and nobody else. */
export const isStoreError = (error: unknown): boolean =>
  error instanceof StoreUnavailableError ||
  error instanceof StoreDamagedError ||
  error instanceof RequestRefusedError;

export function errorOf({ kind, message }: StoreFault): Error {
  if (kind === 'passing') return new StoreUnavailableError(message);
  if (kind === 'damaged') return new StoreDamagedError(message);
  return new RequestRefusedError(message);
}
