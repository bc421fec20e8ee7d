import {
  createDecisionSchema,
  createdDecisionSchema,
  promptPageSchema,
  promptSchema,
} from '@countersign/api/prompt';
import { z } from 'zod';
import type { AppDeps } from '../app-deps.ts';
import { listPrompts, promptQuerySchema } from '../decisions/prompt-queries.ts';
import { ProblemError } from '../http/problem.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { operatorOf } from '../operators/guard.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { decideOne } from './decide-one.ts';

const idParams = z.object({ id: z.string() });

/** What is asked, and answering it. */
export function registerPrompts(app: ZodApp, deps: AppDeps): void {
  const { journal } = deps;
  const existing = (id: string) => {
    const prompt = readPrompt(journal.read, id);
    if (prompt === null) throw new ProblemError('not-found', `There is no prompt ${id}.`);
    return prompt;
  };

  app.get(
    '/api/prompts',
    {
      schema: {
        summary: 'Prompts, newest first',
        querystring: promptQuerySchema,
        response: { 200: promptPageSchema },
      },
    },
    async (request) => listPrompts(journal, request.query),
  );

  app.get(
    '/api/prompts/:id',
    { schema: { summary: 'One prompt', params: idParams, response: { 200: promptSchema } } },
    async (request) => existing(request.params.id),
  );

  app.post(
    '/api/prompts/:id/decisions',
    {
      schema: {
        summary: 'Answer a prompt: exactly one answer wins',
        description:
          '409 prompt-answered, 409 prompt-claimed (unless despiteClaim), 410 prompt-expired and 412 prompt-changed carry the current prompt; 422 invalid-feedback carries errors with paths.',
        params: idParams,
        body: createDecisionSchema,
        response: { 201: createdDecisionSchema },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const decision = await decideOne(deps, operatorOf(request), params.id, body);
      return reply.code(201).send({ decisionId: decision.id, state: decision.state, decision });
    },
  );
}
