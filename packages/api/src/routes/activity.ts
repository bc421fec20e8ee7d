import { z } from 'zod';
import { activitySchema } from '../activity.ts';
import type { RouteTable } from '../route.ts';

/** Events of a task over time. */
export const activityRoutes = {
  'GET /api/tasks/:id/activity': {
    summary: 'Events per slice of time up to now, oldest first',
    query: z.object({
      sliceMs: z.coerce.number<number>().int().min(1_000).max(86_400_000).default(30_000),
      slices: z.coerce.number<number>().int().min(1).max(500).default(60),
    }),
    answers: { 200: activitySchema },
    problems: ['not-found'],
  },
} satisfies RouteTable;
