import { z } from 'zod';
import { presenceListSchema, presenceUpdateSchema } from '../presence.ts';
import type { RouteTable } from '../route.ts';

/** Who has which prompt open. */
export const presenceRoutes = {
  'GET /api/presence': {
    summary: 'Who has which prompt open; changes are sent as presence frames of the stream',
    answers: { 200: presenceListSchema },
    problems: [],
  },
  'PUT /api/prompts/:id/presence': {
    summary:
      'Report that this tab has the prompt open; repeat at least every 30 s, it ends after 45 s',
    role: 'viewer',
    body: presenceUpdateSchema,
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
} satisfies RouteTable;
