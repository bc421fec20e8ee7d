import { operatorOf } from '@countersign/server/guard/guard';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { FastifyRequest } from 'fastify';
import { listQueue } from '../decisions/questions/queue-queries.ts';
import type { DeskDeps } from '../desk-services.ts';
import { countQueue, queueGroups, queueValues } from '../rows/questions/queue.ts';

/** Prompts as rows of lists. */
export function registerQueue(app: ZodApp, { journal, clock }: DeskDeps): void {
  const looking = (request: FastifyRequest) => ({ me: operatorOf(request), now: clock.now() });

  serve(app, 'GET /api/queue', async (request) =>
    listQueue(journal, request.query, looking(request)),
  );

  serve(app, 'GET /api/queue/counts', async (request) =>
    countQueue(journal.read, request.query, looking(request)),
  );

  serve(app, 'GET /api/queue/groups', async (request) => ({
    groups: await queueGroups(journal.read, request.query, looking(request)),
  }));

  serve(app, 'GET /api/queue/values', async () => queueValues(journal.read));
}
