import { z } from 'zod';
import { claimSchema, createClaimSchema } from '../prompt.ts';
import type { RouteTable } from '../route.ts';

/** Who is answering a prompt. */
export const claimsRoutes = {
  'POST /api/prompts/:id/claim': {
    summary: 'Hold a prompt for a while; again to hold on',
    description:
      'How long is up to the policy. takeOver "ask" requests it from who holds it: silence grants it at claim.takeOver.grantedAt. "force" takes it (administrators). 409 prompt-claimed carries the claim that stands.',
    body: createClaimSchema,
    answers: { 200: claimSchema },
    problems: ['not-found', 'prompt-answered', 'prompt-expired', 'prompt-claimed'],
  },
  'POST /api/prompts/:id/claim/keep': {
    summary: 'Keep it although somebody asked to take over',
    answers: { 200: claimSchema },
    problems: ['not-found', 'prompt-answered', 'prompt-expired', 'prompt-claimed'],
  },
  'DELETE /api/prompts/:id/claim': {
    summary: 'Let go of a prompt, or take back the request for it',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
} satisfies RouteTable;
