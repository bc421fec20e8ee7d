import {
  queueCountsSchema,
  queueFilterSchema,
  queuePageSchema,
  queueQuerySchema,
} from '@countersign/api/queue';
import type { FastifyRequest } from 'fastify';
import type { AppDeps } from '../app-deps.ts';
import { countQueue, listQueue } from '../decisions/queue-queries.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { operatorOf } from '../operators/guard.ts';

/** Prompts as lists show them. */
export function registerQueue(app: ZodApp, { journal, clock }: AppDeps): void {
  const looking = (request: FastifyRequest) => ({ me: operatorOf(request), now: clock.now() });

  app.get(
    '/api/queue',
    {
      schema: {
        summary: 'Prompts as short rows: the open ones, the most urgent first',
        querystring: queueQuerySchema,
        response: { 200: queuePageSchema },
      },
    },
    async (request) => listQueue(journal, request.query, looking(request)),
  );

  app.get(
    '/api/queue/counts',
    {
      schema: {
        summary: 'How many prompts are open',
        querystring: queueFilterSchema,
        response: { 200: queueCountsSchema },
      },
    },
    async (request) => countQueue(journal, request.query, looking(request)),
  );
}
