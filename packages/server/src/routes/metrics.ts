import { timingSafeEqual } from 'node:crypto';
import { say } from '@countersign/api/statements';
import { guessed } from '../guard/guard.ts';
import type { GuessLimit } from '../guard/guess-limit.ts';
import { ProblemError } from '../http/problem.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { hashOf } from '../runtime/secret-hash.ts';
import type { MetricsAccess } from '../telemetry/telemetry.ts';

/** Figures for Prometheus: they name agents, so they need a token of their own, which can do nothing else. */
export function registerMetrics(
  app: ZodApp,
  { token, text }: MetricsAccess,
  guesses: GuessLimit,
): void {
  const expected = Buffer.from(hashOf(token));
  const isRight = (given: string) => timingSafeEqual(Buffer.from(hashOf(given)), expected);
  app.get('/metrics', async (request, reply) => {
    const given = /^Bearer +([\x21-\x7e]+) *$/i.exec(request.headers.authorization ?? '')?.[1];
    const allowed =
      given === undefined
        ? null
        : await guessed(request, { guesses, secret: given }, () => isRight(given) || null);
    if (allowed === null) throw new ProblemError('unauthorized', say('metrics.token'));
    reply.type('text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store');
    return text();
  });
}
