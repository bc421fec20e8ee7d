import { createHash } from 'node:crypto';
import { CanonicalJsonError, canonicalJson } from '@countersign/json/canonical-json';
import { ProblemError, quoted } from './problem.ts';

/**
 * What an idempotency key is bound to: the request's meaning, independent of the order of its members.
 *
 * @throws ProblemError `invalid-request` for text that has no UTF-8 form (half an emoji)
 */
export function bodyHash(value: unknown): string {
  try {
    return createHash('sha256').update(canonicalJson(value)).digest('hex');
  } catch (error) {
    if (!(error instanceof CanonicalJsonError)) throw error;
    throw new ProblemError('invalid-request', quoted(error.message), {
      errors: [{ path: error.path, message: error.message }],
    });
  }
}
