import { say } from '@countersign/api/statements';
import type { AppDeps } from '../app-deps.ts';
import { ProblemError } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { activityOf } from '../tasks/activity.ts';
import { readTask } from '../tasks/records.ts';

/** The recent activity of a task. */
export function registerActivity(app: ZodApp, { journal, clock }: AppDeps): void {
  serve(app, 'GET /api/tasks/:id/activity', async (request) => {
    const { id } = request.params;
    if ((await readTask(journal.read, id)) === null) {
      throw new ProblemError('not-found', say('task.unknown', { id }));
    }
    return activityOf(journal, id, { now: clock.now(), ...request.query });
  });
}
