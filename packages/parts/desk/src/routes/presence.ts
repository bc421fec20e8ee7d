import { say } from '@countersign/api/statements';
import { may } from '@countersign/desk/permissions';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import { noteView } from '../decisions/questions/prompt-views.ts';
import { seePrompt } from '../decisions/questions/seen-operation.ts';
import type { DeskDeps } from '../desk-services.ts';
import { readPrompt } from '../records/prompt-records.ts';

/** Which operators have which prompt open now. */
export function registerPresence(app: ZodApp, deps: DeskDeps): void {
  const { journal, presence } = deps;

  serve(app, 'GET /api/presence', async () => ({ items: presence.list() }));

  serve(app, 'PUT /api/prompts/:id/presence', async (request, reply) => {
    const promptId = request.params.id;
    const { tab, mode } = request.body;
    const { id: operatorId, name, role } = operatorOf(request);
    const prompt = await readPrompt(journal.read, promptId);
    if (prompt === null)
      throw new ProblemError('not-found', say('prompt.unknown', { id: promptId }));
    if (mode === 'editing' && !may({ role }, 'work')) {
      throw new ProblemError('forbidden', say('operator.viewer'));
    }
    // A viewer does not count as having seen it. Committed first, because the presence notices contain it.
    if (mode !== 'gone' && prompt.seen === null && may({ role }, 'work')) {
      await journal.commit(seePrompt, { promptId, operatorId, name });
    }
    if (prompt.state === 'open') {
      const { revision } = prompt;
      const isGone = mode === 'gone';
      await journal.commit(noteView, { promptId, operatorId, revision, isGone });
    }
    await presence.notify({ promptId, tab, operatorId, name, mode });
    return reply.code(204).send(null);
  });
}
