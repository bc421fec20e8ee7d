import { z } from 'zod';
import type { RouteTable } from '../route.ts';

/** Where agents report to the server. */
export const callbacksRoutes = {
  'POST /api/callbacks/:runId': {
    summary: 'An agent reports that a run has progressed',
    description:
      'Push notifications of A2A, with the token of the run in `X-A2A-Notification-Token`. The content is not used: the server reads the task from the agent.',
    role: 'none',
    body: z.unknown(),
    answers: { 204: z.null() },
    problems: ['unauthorized'],
  },
} satisfies RouteTable;
