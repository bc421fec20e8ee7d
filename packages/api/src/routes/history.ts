import { z } from 'zod';
import { blameSchema, timesSchema } from '../history.ts';
import type { RouteTable } from '../route.ts';

/** The history of tasks. */
export const historyRoutes = {
  'GET /api/tasks/:id/events': {
    summary:
      'Envelopes in order: {items, nextCursor}; nextCursor is the last sequence. A page of large envelopes is shorter than its limit',
    query: z.object({
      after: z.coerce.number<number>().int().min(0).default(0),
      limit: z.coerce.number<number>().int().min(1).max(5_000).default(500),
    }),
    problems: ['not-found'],
  },
  'GET /api/tasks/:id/snapshot': {
    summary: 'The folded thread, now or at a sequence',
    query: z.object({ at: z.coerce.number<number>().int().min(0).optional() }),
    problems: ['not-found'],
  },
  'GET /api/tasks/:id/times': {
    summary: 'Times of receipt of events, at points spread over the sequence',
    query: z.object({ points: z.coerce.number<number>().int().min(2).max(500).default(240) }),
    answers: { 200: timesSchema },
    problems: ['not-found'],
  },
  'GET /api/tasks/:id/blame': {
    summary: 'The events that changed one place of the shared state',
    query: z.object({
      pointer: z.string().max(2_000).default(''),
      at: z.coerce.number<number>().int().min(0).optional(),
    }),
    answers: { 200: blameSchema },
    problems: ['not-found'],
  },
  'GET /api/tasks/:id/export': {
    summary: 'All envelopes, one JSON text per line',
    problems: ['not-found'],
  },
} satisfies RouteTable;
