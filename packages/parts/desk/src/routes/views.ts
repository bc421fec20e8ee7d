import { say } from '@countersign/api/statements';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { DeskDeps } from '../desk-services.ts';
import { listViews } from '../rows/views.ts';
import type { ViewOutcome } from '../team/view-operations.ts';
import { addView, changeView, removeView } from '../team/view-operations.ts';

/** Named filters of the inbox: the operator's own, and shared ones. */
export function registerViews(app: ZodApp, deps: DeskDeps): void {
  const { journal } = deps;

  serve(app, 'GET /api/views', async (request) => ({
    items: await listViews(journal.read, operatorOf(request).id),
    nextCursor: null,
  }));

  serve(app, 'POST /api/views', async (request, reply) => {
    const by = operatorOf(request);
    const id = deps.createId();
    const outcome = await journal.commit(addView, { id, view: request.body, by });
    return reply.code(201).send(keptOf(outcome));
  });

  serve(app, 'PUT /api/views/:id', async (request) => {
    const { id } = request.params;
    const by = operatorOf(request);
    return keptOf(await journal.commit(changeView, { id, view: request.body, by }));
  });

  serve(app, 'DELETE /api/views/:id', async (request, reply) => {
    const { id } = request.params;
    keptOf(await journal.commit(removeView, { id, by: operatorOf(request) }));
    return reply.code(204).send(null);
  });
}

function keptOf(outcome: ViewOutcome) {
  switch (outcome.kind) {
    case 'kept':
      return outcome.view;
    case 'unknown':
      throw new ProblemError('not-found', say('view.none-such'));
    case 'not-yours':
      throw new ProblemError('forbidden', say('view.not-yours'));
    case 'too-many':
      throw new ProblemError('invalid-request', say('view.too-many'));
  }
}
