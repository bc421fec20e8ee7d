import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AppDeps } from '../app-deps.ts';
import { removeDraft, saveDraft } from '../decisions/drafts-operations.ts';
import { ProblemError } from '../http/problem.ts';
import { tabOf } from '../http/tab.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { operatorOf } from '../operators/guard.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { closedProblem } from '../team/closed-problem.ts';

const idParams = z.object({ id: z.string() });
const maxDraftChars = 200_000;

/** What an operator has typed so far: it follows the operator from tab to tab. */
export function registerDrafts(app: ZodApp, deps: AppDeps): void {
  const { journal, hub } = deps;
  const unknown = (id: string) => new ProblemError('not-found', `There is no prompt ${id}.`);
  /** The operator's other tabs read it again; by `tab` a tab knows its own echo. */
  const tell = (request: FastifyRequest, promptId: string) => {
    const data = { promptId, tab: tabOf(request) };
    hub.tell({ event: 'draft', key: promptId, data }, operatorOf(request).id);
  };

  app.get(
    '/api/prompts/:id/draft',
    { schema: { summary: 'My draft, or null', params: idParams } },
    async (request, reply) => {
      const { id } = request.params;
      if (readPrompt(journal.read, id) === null) throw unknown(id);
      const row = journal.read.get<{ body: string }>(
        'SELECT body FROM drafts WHERE prompt = ? AND operator = ?',
        id,
        operatorOf(request).id,
      );
      return reply.type('application/json').send(row?.body ?? 'null');
    },
  );

  app.put(
    '/api/prompts/:id/draft',
    {
      schema: {
        summary: 'Keep my draft until the answer has left',
        description:
          'Other streams of the same operator get `event: draft` with {promptId, tab}; tab is the header countersign-tab of this request.',
        params: idParams,
        body: z.unknown(),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const promptId = request.params.id;
      const operatorId = operatorOf(request).id;
      const body = JSON.stringify(request.body ?? null);
      if (body.length > maxDraftChars) {
        throw new ProblemError('too-large', `A draft may have ${maxDraftChars} characters.`);
      }
      const outcome = await journal.commit(saveDraft, { promptId, operatorId, body });
      if (outcome.kind === 'unknown') throw unknown(promptId);
      if (outcome.kind === 'not-open') throw closedProblem(outcome.prompt);
      tell(request, promptId);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/api/prompts/:id/draft',
    {
      schema: { summary: 'Throw my draft away', params: idParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const promptId = request.params.id;
      const operatorId = operatorOf(request).id;
      if (await journal.commit(removeDraft, { promptId, operatorId })) {
        tell(request, promptId);
      } else if (readPrompt(journal.read, promptId) === null) throw unknown(promptId);
      return reply.code(204).send(null);
    },
  );
}
