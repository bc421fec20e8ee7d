import { upFeedbackSchema } from '@countersign/upformat/message';
import { z } from 'zod';
import { deliveryPreviewSchema } from '../prompt.ts';
import type { RouteTable } from '../route.ts';

/** Preview of what would be sent to the agent. */
export const previewRoutes = {
  'POST /api/prompts/:id/preview': {
    summary:
      'What would be sent to the agent for an answer, in its protocol; null = nothing is sent',
    description: 'Changes nothing. Contains the names of secret headers, never their values.',
    body: z.object({ feedback: upFeedbackSchema }),
    answers: { 200: deliveryPreviewSchema.nullable() },
    problems: ['not-found'],
  },
} satisfies RouteTable;
