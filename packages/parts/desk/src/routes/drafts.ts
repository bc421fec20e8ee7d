import { say } from '@countersign/api/statements';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import { tabOf } from '@countersign/server/http/streams/tab';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { FastifyRequest } from 'fastify';
import { removeDraft, saveDraft } from '../decisions/drafts-operations.ts';
import type { DeskDeps } from '../desk-services.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { readDraft } from '../rows/drafts.ts';
import { closedProblem } from '../team/closed-problem.ts';

const maxDraftChars = 200_000;

/** The drafts of an operator, shared between the operator's tabs. */
export function registerDrafts(app: ZodApp, deps: DeskDeps): void {
  const { journal, hub } = deps;
  const unknown = (id: string) => new ProblemError('not-found', say('prompt.unknown', { id }));
  /** The operator's other tabs read it again; by `tab` a tab recognizes its own change. */
  const notify = (request: FastifyRequest, promptId: string) => {
    const data = { promptId, tab: tabOf(request) };
    hub.notify({ event: 'draft', key: promptId, data }, operatorOf(request).id);
  };

  serve(app, 'GET /api/prompts/:id/draft', async (request, reply) => {
    const { id } = request.params;
    if ((await readPrompt(journal.read, id)) === null) throw unknown(id);
    const row = await readDraft(journal.read, id, operatorOf(request).id);
    return reply.type('application/json').send(row?.body ?? 'null');
  });

  serve(app, 'PUT /api/prompts/:id/draft', async (request, reply) => {
    const promptId = request.params.id;
    const operatorId = operatorOf(request).id;
    const body = JSON.stringify(request.body ?? null);
    if (body.length > maxDraftChars) {
      throw new ProblemError('too-large', say('draft.too-large', { limit: maxDraftChars }));
    }
    const outcome = await journal.commit(saveDraft, { promptId, operatorId, body });
    if (outcome.kind === 'unknown') throw unknown(promptId);
    // Its author's own answer was faster: there is nothing to keep, and nothing went wrong.
    const isOwn = outcome.kind === 'not-open' && outcome.prompt.decision?.by.id === operatorId;
    if (isOwn) return reply.code(204).send(null);
    if (outcome.kind === 'not-open') throw closedProblem(outcome.prompt);
    notify(request, promptId);
    return reply.code(204).send(null);
  });

  serve(app, 'DELETE /api/prompts/:id/draft', async (request, reply) => {
    const promptId = request.params.id;
    const operatorId = operatorOf(request).id;
    if (await journal.commit(removeDraft, { promptId, operatorId })) {
      notify(request, promptId);
    } else if ((await readPrompt(journal.read, promptId)) === null) throw unknown(promptId);
    return reply.code(204).send(null);
  });
}
