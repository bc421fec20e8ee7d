import { faultOf, StoreDamagedError } from './store-fault.ts';

/** A page was read, but its content was never written there. */
export class GarbageError extends Error {
  constructor() {
    super('What was read from the disk is garbage.');
    this.name = 'GarbageError';
  }
}

/** Whether reading failed because of damaged bytes on the disk. */
export const isDamage = (error: unknown): boolean =>
  error instanceof GarbageError ||
  error instanceof StoreDamagedError ||
  faultOf(error).kind === 'damaged';
