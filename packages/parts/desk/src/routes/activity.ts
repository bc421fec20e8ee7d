import { say } from '@countersign/api/statements';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { DeskDeps } from '../desk-services.ts';
import { activityOf } from '../tasks/activity.ts';
import { readTask } from '../tasks/records.ts';

/** The recent activity of a task. */
export function registerActivity(app: ZodApp, { journal, clock }: DeskDeps): void {
  serve(app, 'GET /api/tasks/:id/activity', async (request) => {
    const { id } = request.params;
    if ((await readTask(journal.read, id)) === null) {
      throw new ProblemError('not-found', say('task.unknown', { id }));
    }
    return activityOf(journal, id, { now: clock.now(), ...request.query });
  });
}
