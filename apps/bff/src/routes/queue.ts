import type { FastifyRequest } from 'fastify';
import type { AppDeps } from '../app-deps.ts';
import { listQueue } from '../decisions/queue-queries.ts';
import { operatorOf } from '../guard/guard.ts';
import { serve } from '../http/serve.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { countQueue, queueValues } from '../store/queue.ts';

/** Prompts as rows of lists. */
export function registerQueue(app: ZodApp, { journal, clock }: AppDeps): void {
  const looking = (request: FastifyRequest) => ({ me: operatorOf(request), now: clock.now() });

  serve(app, 'GET /api/queue', async (request) =>
    listQueue(journal, request.query, looking(request)),
  );

  serve(app, 'GET /api/queue/counts', async (request) =>
    countQueue(journal.read, request.query, looking(request)),
  );

  serve(app, 'GET /api/queue/values', async () => queueValues(journal.read));
}
