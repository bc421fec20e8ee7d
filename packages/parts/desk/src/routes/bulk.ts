import { say } from '@countersign/api/statements';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { DeskDeps } from '../desk-services.ts';
import { recallBatch, releaseBatch } from '../team/batch.ts';
import { type BatchName, keptReceipts, stopBatch } from '../team/receipt-operations.ts';
import { decideMany, reported } from './decide-many.ts';

const workOn = ({ operatorId, idempotencyKey }: BatchName) =>
  JSON.stringify(['decisions', operatorId, idempotencyKey]);

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
    const name = workOn({ operatorId: operator.id, idempotencyKey: body.idempotencyKey });
    // A repeated call waits for the one in progress: two at once could have different results for a row.
    const receipts = await deps.journal.alone(name, () => decideMany(deps, operator, body));
    return { receipts };
  });

  serve(app, 'POST /api/decisions/shown', async (request) => {
    const batch = { operatorId: operatorOf(request).id, ...request.body };
    const kept = await keptReceipts(deps.journal.read, batch);
    if (kept === null) throw new ProblemError('not-found', say('bulk.none-such'));
    return { releaseAt: await releaseBatch(deps, kept) };
  });

  serve(app, 'POST /api/decisions/recall', async (request) => {
    const operator = operatorOf(request);
    const batch = { operatorId: operator.id, ...request.body };
    await deps.journal.commit(stopBatch, batch);
    // What is being recorded ends with the rows at hand, and takes them back itself.
    return deps.journal.alone(workOn(batch), async () => {
      const kept = (await keptReceipts(deps.journal.read, batch)) ?? [];
      await recallBatch(deps, operator, kept);
      return { receipts: await reported(deps, kept) };
    });
  });
}
