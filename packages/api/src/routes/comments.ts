import { createCommentSchema, dismissPromptSchema, promptSchema } from '../prompt.ts';
import type { RouteTable } from '../route.ts';

/** Comments, and dismissals of prompts that can no longer be answered. */
export const commentsRoutes = {
  'POST /api/prompts/:id/comments': {
    summary: 'Add a comment to an open prompt, which stays open',
    description:
      'It is sent to the run if the run is open. 410 prompt-expired contains the current prompt; 422 invalid-feedback contains errors with paths.',
    body: createCommentSchema,
    answers: { 201: promptSchema },
    problems: ['not-found', 'prompt-expired', 'invalid-feedback', 'idempotency-conflict'],
  },
  'POST /api/prompts/:id/dismissal': {
    summary: 'Close a prompt whose agent is no longer registered',
    description: '409 prompt-answerable and 410 prompt-expired contain the current prompt.',
    body: dismissPromptSchema,
    answers: { 200: promptSchema },
    problems: ['not-found', 'prompt-expired', 'prompt-answerable'],
  },
} satisfies RouteTable;
