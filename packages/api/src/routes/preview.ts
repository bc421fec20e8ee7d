import { upFeedbackSchema } from '@countersign/upformat/message';
import { z } from 'zod';
import { deliveryPreviewSchema } from '../prompt.ts';
import type { RouteTable } from '../route.ts';

/** What an answer would be to the agent. */
export const previewRoutes = {
  'POST /api/prompts/:id/preview': {
    summary: 'What an answer would be to the agent, in its own words; null = nothing leaves',
    description: 'Changes nothing. The names of secret headers are told, never their values.',
    body: z.object({ feedback: upFeedbackSchema }),
    answers: { 200: deliveryPreviewSchema.nullable() },
    problems: ['not-found'],
  },
} satisfies RouteTable;
