import { say } from '@countersign/api/statements';
import type { AppDeps } from '../app-deps.ts';
import { operatorOf } from '../guard/guard.ts';
import { ProblemError } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { decideMany } from './decide-many.ts';

/** Answers many equal prompts at once: exactly the rows that were shown. */
export function registerBulk(app: ZodApp, deps: AppDeps): void {
  serve(app, 'POST /api/decisions', async (request) => {
    const { body } = request;
    const ids = new Set<string>();
    for (const { promptId } of body.items) {
      if (ids.has(promptId)) {
        throw new ProblemError('invalid-request', say('bulk.twice', { id: promptId }));
      }
      ids.add(promptId);
    }
    const operator = operatorOf(request);
    const key = JSON.stringify(['decisions', operator.id, body.idempotencyKey]);
    // A repeated call waits for the one in progress: two at once could have different results for a row.
    const receipts = await deps.journal.alone(key, () => decideMany(deps, operator, body));
    return { receipts };
  });
}
