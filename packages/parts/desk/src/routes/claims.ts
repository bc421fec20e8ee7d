import type { Claim } from '@countersign/api/prompt';
import { say } from '@countersign/api/statements';
import { may } from '@countersign/desk/permissions';
import type { WrittenStatement } from '@countersign/json/statement';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { FastifyRequest } from 'fastify';
import { claimPrompt, releaseClaim } from '../decisions/claim-operations.ts';
import type { DeskDeps } from '../desk-services.ts';
import { closedProblem } from '../team/closed-problem.ts';

/** Claims: which operator is working on a prompt. */
export function registerClaims(app: ZodApp, deps: DeskDeps): void {
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
        throw new ProblemError('not-found', say('prompt.unknown', { id: promptId }));
    }
  };

  serve(app, 'POST /api/prompts/:id/claim', async (request) => {
    const way = request.body?.takeOver ?? 'take';
    if (way === 'force' && !may(operatorOf(request), 'administer')) {
      throw new ProblemError('forbidden', say('claim.admin-only'));
    }
    return claim(request, request.params.id, way);
  });

  serve(app, 'POST /api/prompts/:id/claim/keep', async (request) =>
    claim(request, request.params.id, 'keep'),
  );

  serve(app, 'DELETE /api/prompts/:id/claim', async (request, reply) => {
    const promptId = request.params.id;
    const operatorId = operatorOf(request).id;
    const { known } = await journal.commit(releaseClaim, { promptId, operatorId });
    if (!known) throw new ProblemError('not-found', say('prompt.unknown', { id: promptId }));
    return reply.code(204).send(null);
  });
}

function refusalOf({ name, takeOver }: Claim, way: string): WrittenStatement {
  return way === 'ask' && takeOver !== null
    ? say('claim.holds-asked', { name, other: takeOver.name })
    : say('claim.holds', { name });
}
