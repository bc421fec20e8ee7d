import {
  createDecisionSchema,
  createdDecisionSchema,
  promptPageSchema,
  promptSchema,
} from '../prompt.ts';
import { promptQuerySchema } from '../prompt-query.ts';
import type { RouteTable } from '../route.ts';

/** Prompts and their answers. */
export const promptsRoutes = {
  'GET /api/prompts': {
    summary: 'Prompts, newest first',
    query: promptQuerySchema,
    answers: { 200: promptPageSchema },
    problems: [],
  },
  'GET /api/prompts/:id': {
    summary: 'One prompt',
    answers: { 200: promptSchema },
    problems: ['not-found'],
  },
  'POST /api/prompts/:id/decisions': {
    summary: 'Answer a prompt: exactly one answer wins',
    description:
      '409 prompt-answered, 409 prompt-claimed (unless despiteClaim), 410 prompt-expired and 412 prompt-changed contain the current prompt; 422 invalid-feedback contains errors with paths.',
    body: createDecisionSchema,
    answers: { 201: createdDecisionSchema },
    problems: [
      'not-found',
      'unknown-agent',
      'prompt-answered',
      'prompt-claimed',
      'prompt-expired',
      'prompt-changed',
      'invalid-feedback',
      'idempotency-conflict',
    ],
  },
} satisfies RouteTable;
