import { createRestartSchema, restartSchema } from '../history.ts';
import type { RouteTable } from '../route.ts';

/** A task begun again from a position. */
export const restartRoutes = {
  'POST /api/tasks/:id/restart': {
    summary: 'A new run that knows the task as it stood at a position',
    body: createRestartSchema,
    answers: { 201: restartSchema },
    problems: ['not-found', 'idempotency-conflict', 'run-going', 'prompts-open'],
  },
} satisfies RouteTable;
