import { say } from '@countersign/api/statements';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import { listPrompts } from '../decisions/questions/prompt-queries.ts';
import { withdrawVote } from '../decisions/vote.ts';
import type { DeskDeps } from '../desk-services.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { decideOne } from '../team/decide-one.ts';

/** Prompts, and answers to them. */
export function registerPrompts(app: ZodApp, deps: DeskDeps): void {
  const { journal } = deps;
  const existing = async (id: string) => {
    const prompt = await readPrompt(journal.read, id);
    if (prompt === null) throw new ProblemError('not-found', say('prompt.unknown', { id }));
    return prompt;
  };

  serve(app, 'GET /api/prompts', async (request) => listPrompts(journal, request.query));

  serve(app, 'GET /api/prompts/:id', async (request) => existing(request.params.id));

  serve(app, 'POST /api/prompts/:id/decisions', async (request, reply) => {
    const { params, body } = request;
    const decided = await decideOne(deps, operatorOf(request), params.id, body);
    if (decided.kind === 'voted') {
      const { voteId, short, prompt } = decided;
      return reply.code(202).send({ state: 'voted' as const, voteId, short, prompt });
    }
    const { decision } = decided;
    return reply.code(201).send({ decisionId: decision.id, state: decision.state, decision });
  });

  serve(app, 'DELETE /api/prompts/:id/vote', async (request) => {
    const { id } = request.params;
    const operatorId = operatorOf(request).id;
    const prompt = await journal.commit(withdrawVote, { promptId: id, operatorId });
    return prompt ?? existing(id);
  });
}
