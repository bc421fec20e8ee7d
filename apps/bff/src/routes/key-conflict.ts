import { ProblemError } from '../http/problem.ts';

/** A key that was used before with another body. */
export const keyConflict = () =>
  new ProblemError('idempotency-conflict', 'This idempotency key belongs to another request.');
