import { createHash } from 'node:crypto';
import { canonicalJson } from '@countersign/upformat/canonical-json';

/** What an idempotency key is bound to: the request's meaning, whatever the order of its members. */
export function bodyHash(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
