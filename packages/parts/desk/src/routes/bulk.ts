import { say } from '@countersign/api/statements';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { DeskDeps } from '../desk-services.ts';
import { decideMany } from './decide-many.ts';

/** Answers many equal prompts at once: exactly the rows that were shown. */
export function registerBulk(app: ZodApp, deps: DeskDeps): void {
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
