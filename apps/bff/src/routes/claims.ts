import { type Claim, claimSchema, createClaimSchema } from '@countersign/api/prompt';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AppDeps } from '../app-deps.ts';
import { claimPrompt, releaseClaim } from '../decisions/claim-operations.ts';
import { ProblemError } from '../http/problem.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { operatorOf } from '../operators/guard.ts';
import { closedProblem } from '../team/closed-problem.ts';

const idParams = z.object({ id: z.string() });

/** Courtesy between operators: who is at it. */
export function registerClaims(app: ZodApp, deps: AppDeps): void {
  const { journal } = deps;

  const claim = async (
    request: FastifyRequest,
    promptId: string,
    way: 'take' | 'ask' | 'force' | 'keep',
  ): Promise<Claim> => {
    const { id: operatorId, name } = operatorOf(request);
    const outcome = await journal.commit(claimPrompt, { promptId, operatorId, name, way });
    switch (outcome.kind) {
      case 'held':
        return outcome.claim;
      case 'refused':
        throw new ProblemError('prompt-claimed', refusalOf(outcome.claim, way), {
          claim: outcome.claim,
        });
      case 'not-open':
        throw closedProblem(outcome.prompt);
      case 'unknown':
        throw new ProblemError('not-found', `There is no prompt ${promptId}.`);
    }
  };

  app.post(
    '/api/prompts/:id/claim',
    {
      schema: {
        summary: 'Hold a prompt for a while; again to hold on',
        description:
          'How long is up to the policy. takeOver "ask" requests it from who holds it: silence grants it at claim.takeOver.grantedAt. "force" takes it (administrators). 409 prompt-claimed carries the claim that stands.',
        params: idParams,
        body: createClaimSchema,
        response: { 200: claimSchema },
      },
    },
    async (request) => {
      const way = request.body?.takeOver ?? 'take';
      if (way === 'force' && operatorOf(request).role !== 'admin') {
        throw new ProblemError(
          'forbidden',
          'Only an administrator takes a prompt from its holder.',
        );
      }
      return claim(request, request.params.id, way);
    },
  );

  app.post(
    '/api/prompts/:id/claim/keep',
    {
      schema: {
        summary: 'Keep it although somebody asked to take over',
        params: idParams,
        response: { 200: claimSchema },
      },
    },
    async (request) => claim(request, request.params.id, 'keep'),
  );

  app.delete(
    '/api/prompts/:id/claim',
    {
      schema: {
        summary: 'Let go of a prompt, or take back the request for it',
        params: idParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const promptId = request.params.id;
      const operatorId = operatorOf(request).id;
      const { known } = await journal.commit(releaseClaim, { promptId, operatorId });
      if (!known) throw new ProblemError('not-found', `There is no prompt ${promptId}.`);
      return reply.code(204).send(null);
    },
  );
}

function refusalOf({ name, takeOver }: Claim, way: string): string {
  return way === 'ask' && takeOver !== null
    ? `${name} holds it, and ${takeOver.name} has asked for it already.`
    : `${name} holds it.`;
}
