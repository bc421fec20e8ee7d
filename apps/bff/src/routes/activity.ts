import { activitySchema } from '@countersign/api/activity';
import { z } from 'zod';
import type { AppDeps } from '../app-deps.ts';
import { ProblemError } from '../http/problem.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { activityOf } from '../tasks/activity.ts';
import { readTask } from '../tasks/records.ts';

/** How busy a task was lately. */
export function registerActivity(app: ZodApp, { journal, clock }: AppDeps): void {
  app.get(
    '/api/tasks/:id/activity',
    {
      schema: {
        summary: 'Events per slice of time up to now, oldest first',
        params: z.object({ id: z.string() }),
        querystring: z.object({
          sliceMs: z.coerce.number().int().min(1_000).max(86_400_000).default(30_000),
          slices: z.coerce.number().int().min(1).max(500).default(60),
        }),
        response: { 200: activitySchema },
      },
    },
    async (request) => {
      const { id } = request.params;
      if (readTask(journal.read, id) === null) {
        throw new ProblemError('not-found', `There is no task ${id}.`);
      }
      return activityOf(journal, id, { now: clock.now(), ...request.query });
    },
  );
}
