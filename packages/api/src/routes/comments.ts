import { createCommentSchema, dismissPromptSchema, promptSchema } from '../prompt.ts';
import type { RouteTable } from '../route.ts';

/** Comments, and dismissals of prompts that can no longer be answered. */
export const commentsRoutes = {
  'POST /api/prompts/:id/comments': {
    summary: 'Add a comment to an open prompt, which stays open',
    description:
      'A run that is open hears it. 410 prompt-expired carries the current prompt; 422 invalid-feedback carries errors with paths.',
    body: createCommentSchema,
    answers: { 201: promptSchema },
    problems: ['not-found', 'prompt-expired', 'invalid-feedback', 'idempotency-conflict'],
  },
  'POST /api/prompts/:id/dismissal': {
    summary: 'Close a prompt whose agent is not in the registry any more',
    description: '409 prompt-answerable and 410 prompt-expired carry the current prompt.',
    body: dismissPromptSchema,
    answers: { 200: promptSchema },
    problems: ['not-found', 'prompt-expired', 'prompt-answerable'],
  },
} satisfies RouteTable;
