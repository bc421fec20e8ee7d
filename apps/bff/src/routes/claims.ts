import { claimSchema } from '@countersign/api/prompt';
import { z } from 'zod';
import type { AppDeps } from '../app-deps.ts';
import { readPrompt } from '../decisions/records.ts';
import { operatorOf } from '../http/guard.ts';
import { ProblemError } from '../http/problem.ts';
import type { ZodApp } from '../http/zod-app.ts';

const idParams = z.object({ id: z.string() });
const leaseMs = 60_000;
const maxDraftChars = 200_000;

/** Courtesy between operators: who is at it, and what he has typed so far. */
export function registerClaims(app: ZodApp, deps: AppDeps): void {
  const { journal } = deps;
  const requirePrompt = (id: string) => {
    if (readPrompt(journal.read, id) === null) {
      throw new ProblemError('not-found', `There is no prompt ${id}.`);
    }
    return id;
  };

  app.post(
    '/api/prompts/:id/claim',
    {
      schema: {
        summary: 'Hold a prompt for a minute; again to hold on',
        params: idParams,
        response: { 200: claimSchema },
      },
    },
    async (request) => {
      const { id, name } = operatorOf(request);
      const promptId = request.params.id;
      const outcome = await journal.commit('claimPrompt', {
        promptId,
        operatorId: id,
        name,
        leaseMs,
      });
      if (outcome.kind === 'held') return outcome.claim;
      if (outcome.kind === 'held-by-other') {
        const { claim } = outcome;
        throw new ProblemError('prompt-claimed', `${claim.name} is answering it.`, { claim });
      }
      if (outcome.kind === 'not-open') {
        const prompt = readPrompt(journal.read, promptId);
        throw new ProblemError('prompt-expired', 'It is not open any more.', { prompt });
      }
      throw new ProblemError('not-found', 'There is no such prompt.');
    },
  );

  app.delete(
    '/api/prompts/:id/claim',
    { schema: { summary: 'Let go of a prompt', params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      const promptId = requirePrompt(request.params.id);
      await journal.commit('releaseClaim', { promptId, operatorId: operatorOf(request).id });
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/prompts/:id/draft',
    { schema: { summary: 'My draft, or null', params: idParams } },
    async (request, reply) => {
      const row = journal.read.get<{ body: string }>(
        'SELECT body FROM drafts WHERE prompt = ? AND operator = ?',
        requirePrompt(request.params.id),
        operatorOf(request).id,
      );
      return reply.type('application/json').send(row?.body ?? 'null');
    },
  );

  app.put(
    '/api/prompts/:id/draft',
    {
      schema: {
        summary: 'Keep my draft until the prompt is decided',
        params: idParams,
        body: z.unknown(),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const promptId = requirePrompt(request.params.id);
      const body = JSON.stringify(request.body ?? null);
      if (body.length > maxDraftChars) {
        throw new ProblemError('too-large', `A draft may have ${maxDraftChars} characters.`);
      }
      await journal.commit('saveDraft', { promptId, operatorId: operatorOf(request).id, body });
      return reply.code(204).send(null);
    },
  );
}
