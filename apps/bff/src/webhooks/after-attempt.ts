import { backoffMs } from '../runtime/clock.ts';
import type { Attempt } from './deliver-call.ts';

const gone = 410;

/** What follows an attempt, the `attempts`th: the time until the next one (null = there is none), and what is told of it. */
export function afterAttempt(
  attempts: number,
  { ok, status, detail }: Attempt,
  {
    maxAttempts,
    backoff,
    random,
  }: {
    maxAttempts: number;
    backoff: { baseMs: number; capMs: number };
    random: () => number;
  },
): { retryInMs: number | null; detail: string | null } {
  if (ok) return { retryInMs: null, detail };
  if (attempts < maxAttempts && status !== gone) {
    return { retryInMs: backoffMs(attempts - 1, backoff, random), detail };
  }
  const tries = attempts === 1 ? 'one try' : `${attempts} tries`;
  return { retryInMs: null, detail: `${detail} Given up after ${tries}.` };
}
