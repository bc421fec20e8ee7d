import type { StoreState } from '@countersign/api/store-state';
import type { WrittenStatement } from '@countersign/json/statement';

/**
 * What an error of the store means for the caller. `passing`: nothing was changed, and the same may succeed later. `damaged`: bytes
 * on the disk cannot be read. `refused`: the request itself cannot be executed: a constraint, too big, a bug.
 */
export type FaultKind = 'passing' | 'damaged' | 'refused';

export interface StoreFault {
  kind: FaultKind;
  code: string;
  message: string;
  /** Whether it was written after all is not known: the reply of the commit was lost. */
  inDoubt?: true;
  /** Where it was thrown, for the log; errors do not cross a thread as they are. */
  stack?: string | undefined;
}

/** The code of a command that has waited too long for its turn. */
export const storeBusy = 'STORE_BUSY';

/** Codes of the engines: of PostgreSQL five characters, of which the first two are a class. */
const passing =
  /^SQLITE_(BUSY|LOCKED|FULL|IOERR|NOMEM|CANTOPEN|PROTOCOL|READONLY|INTERRUPT)|^POSTGRES_AWAY$|^(40|53|58)...$|^(25006|55P03|57014)$/;
const damaged = /^SQLITE_(CORRUPT|NOTADB|IOERR_(CORRUPTFS|DATA|SHORT_READ))|^XX00[12]$/;
const locked = /BUSY|LOCKED|^(40...|55P03|57014)$/;
const full = /^SQLITE_FULL|^53100$/;

/** Reads an error by its code: messages change between releases. */
export function faultOf(error: unknown): StoreFault {
  const message = error instanceof Error ? error.message : String(error);
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const kind = damaged.test(code) ? 'damaged' : passing.test(code) ? 'passing' : 'refused';
  const stack = error instanceof Error ? error.stack : undefined;
  return { kind, code, message, stack };
}

/** Why the store is not writable, for people. */
export function reasonOf({ code }: StoreFault): NonNullable<StoreState['reason']> {
  if (locked.test(code)) return 'locked';
  return full.test(code) ? 'full' : 'failing';
}

/** The store is not writable now. Nothing was changed; the same request may be repeated. */
export class StoreUnavailableError extends Error {
  /** What is shown to people; the words of the database have no statement, and stay as they are. */
  readonly reason: string | WrittenStatement;
  constructor(reason: string | WrittenStatement) {
    super(typeof reason === 'string' ? reason : reason.text);
    this.name = 'StoreUnavailableError';
    this.reason = reason;
  }
}

/** The store was lost while a request was being committed: it may have been carried out. */
export class CommitInDoubtError extends StoreUnavailableError {
  constructor() {
    super(
      'The store was lost while the request was being recorded; it is not known yet whether it was.',
    );
    this.name = 'CommitInDoubtError';
  }
}

/** The requested data is on a part of the disk that cannot be read. Trying again does not help. */
export class StoreDamagedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StoreDamagedError';
  }
}

/** This request could not be executed, and was undone: a constraint, a size, a bug. Its stack is that of the fault. */
export class RequestRefusedError extends Error {
  constructor(message: string, stack?: string) {
    super(message);
    this.name = 'RequestRefusedError';
    if (stack !== undefined) this.stack = stack;
  }
}

/** Whether the store failed, and nothing else. */
export const isStoreError = (error: unknown): boolean =>
  error instanceof StoreUnavailableError ||
  error instanceof StoreDamagedError ||
  error instanceof RequestRefusedError;

export function errorOf({ kind, message, stack }: StoreFault): Error {
  if (kind === 'passing') return new StoreUnavailableError(message);
  if (kind === 'damaged') return new StoreDamagedError(message);
  return new RequestRefusedError(message, stack);
}
