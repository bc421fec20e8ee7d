import { z } from 'zod';
import { presenceListSchema, tellPresenceSchema } from '../presence.ts';
import type { RouteTable } from '../route.ts';

/** Who has which prompt open. */
export const presenceRoutes = {
  'GET /api/presence': {
    summary: 'Who has which prompt open; changes come as presence frames of the stream',
    answers: { 200: presenceListSchema },
    problems: [],
  },
  'PUT /api/prompts/:id/presence': {
    summary: 'This tab has the prompt open; again at least every 30 s, or it is gone after 45 s',
    role: 'viewer',
    body: tellPresenceSchema,
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
} satisfies RouteTable;
