import { say } from '@countersign/api/statements';
import type { WrittenStatement } from '@countersign/json/statement';
import { backoffMs } from '../runtime/clock.ts';
import type { Attempt } from './deliver-call.ts';

const gone = 410;

/** What follows an attempt, the `attempts`th: the time until the next one (null = there is none), and what is reported of it. */
export function afterAttempt(
  attempts: number,
  { ok, status, said }: Attempt,
  {
    maxAttempts,
    backoff,
    random,
  }: {
    maxAttempts: number;
    backoff: { baseMs: number; capMs: number };
    random: () => number;
  },
): { retryInMs: number | null; said: WrittenStatement | null } {
  if (ok || said === null) return { retryInMs: null, said };
  if (attempts < maxAttempts && status !== gone) {
    return { retryInMs: backoffMs(attempts - 1, backoff, random), said };
  }
  return { retryInMs: null, said: say('webhook.given-up', { why: said, tries: attempts }) };
}
