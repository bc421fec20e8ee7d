import { z } from 'zod';
import type { RouteTable } from '../route.ts';

/** Drafts of answers. */
export const draftsRoutes = {
  'GET /api/prompts/:id/draft': {
    summary: 'The draft of the signed-in operator, or null',
    problems: ['not-found'],
  },
  'PUT /api/prompts/:id/draft': {
    summary: 'Store the draft of the signed-in operator until the answer is sent',
    description:
      'Other streams of the same operator receive `event: draft` with {promptId, tab}; tab is the header countersign-tab of this request.',
    body: z.unknown(),
    answers: { 204: z.null() },
    problems: ['not-found', 'prompt-answered', 'prompt-expired'],
  },
  'DELETE /api/prompts/:id/draft': {
    summary: 'Delete the draft of the signed-in operator',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
} satisfies RouteTable;
