import { z } from 'zod';
import type { RouteTable } from '../route.ts';

/** Answers that are being written. */
export const draftsRoutes = {
  'GET /api/prompts/:id/draft': {
    summary: 'My draft, or null',
    problems: ['not-found'],
  },
  'PUT /api/prompts/:id/draft': {
    summary: 'Keep my draft until the answer has left',
    description:
      'Other streams of the same operator get `event: draft` with {promptId, tab}; tab is the header countersign-tab of this request.',
    body: z.unknown(),
    answers: { 204: z.null() },
    problems: ['not-found', 'prompt-answered', 'prompt-expired'],
  },
  'DELETE /api/prompts/:id/draft': {
    summary: 'Throw my draft away',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
} satisfies RouteTable;
