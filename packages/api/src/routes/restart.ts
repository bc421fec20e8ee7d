import { createRestartSchema, restartSchema } from '../history.ts';
import type { RouteTable } from '../route.ts';

/** Restarting a task from a position. */
export const restartRoutes = {
  'POST /api/tasks/:id/restart': {
    summary: 'Start a new run with the task as it was at a position',
    body: createRestartSchema,
    answers: { 201: restartSchema },
    problems: ['not-found', 'idempotency-conflict', 'run-going', 'prompts-open'],
  },
} satisfies RouteTable;
