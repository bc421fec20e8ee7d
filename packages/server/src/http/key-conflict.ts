import { say } from '@countersign/api/statements';
import { ProblemError } from './problem.ts';

/** A key that was used before with another body. */
export const keyConflict = () => new ProblemError('idempotency-conflict', say('request.key-used'));
