import { z } from 'zod';
import { claimSchema, createClaimSchema } from '../prompt.ts';
import type { RouteTable } from '../route.ts';

/** Claims on prompts. */
export const claimsRoutes = {
  'POST /api/prompts/:id/claim': {
    summary: 'Claim a prompt, or renew the claim',
    description:
      'The policy defines how long the claim lasts. takeOver "ask" requests it from the holder; without a response it is granted at claim.takeOver.grantedAt. "force" takes it (administrators). 409 prompt-claimed contains the current claim.',
    body: createClaimSchema,
    answers: { 200: claimSchema },
    problems: ['not-found', 'prompt-answered', 'prompt-expired', 'prompt-claimed'],
  },
  'POST /api/prompts/:id/claim/keep': {
    summary: 'Keep the claim: decline a request to take it over',
    answers: { 200: claimSchema },
    problems: ['not-found', 'prompt-answered', 'prompt-expired', 'prompt-claimed'],
  },
  'DELETE /api/prompts/:id/claim': {
    summary: 'Release a claim, or withdraw the request for it',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
} satisfies RouteTable;
