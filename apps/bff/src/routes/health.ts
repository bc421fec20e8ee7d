import { z } from 'zod';
import type { AppDeps } from '../app-deps.ts';
import { ProblemError } from '../http/problem.ts';
import type { ZodApp } from '../http/zod-app.ts';

const okSchema = z.object({ status: z.literal('ok') });

/** For whoever watches the process: without signing in, and without the prefix. */
export function registerHealth(app: ZodApp, deps: AppDeps): void {
  app.get(
    '/health',
    { schema: { summary: 'The process answers', response: { 200: okSchema } } },
    async () => ({ status: 'ok' as const }),
  );

  app.get(
    '/ready',
    { schema: { summary: 'The store takes writes', response: { 200: okSchema } } },
    async () => {
      try {
        await deps.journal.commit('tellCounts', null);
      } catch {
        throw new ProblemError('not-ready', 'The store does not take writes.');
      }
      return { status: 'ok' as const };
    },
  );
}
