import { say } from '@countersign/api/statements';
import type { AppDeps } from '../app-deps.ts';
import { listPrompts } from '../decisions/prompt-queries.ts';
import { operatorOf } from '../guard/guard.ts';
import { ProblemError } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { decideOne } from '../team/decide-one.ts';

/** Prompts, and answers to them. */
export function registerPrompts(app: ZodApp, deps: AppDeps): void {
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
    const decision = await decideOne(deps, operatorOf(request), params.id, body);
    return reply.code(201).send({ decisionId: decision.id, state: decision.state, decision });
  });
}
