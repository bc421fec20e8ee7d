import { say } from '@countersign/api/statements';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import { previewOf } from '../delivery/preview.ts';
import type { DeskDeps } from '../desk-services.ts';
import { readPrompt } from '../records/prompt-records.ts';

/** What would be sent to the agent. */
export function registerPreview(app: ZodApp, deps: DeskDeps): void {
  serve(app, 'POST /api/prompts/:id/preview', async (request) => {
    const { id } = request.params;
    const prompt = await readPrompt(deps.journal.read, id);
    if (prompt === null) throw new ProblemError('not-found', say('prompt.unknown', { id }));
    const { feedback } = request.body;
    const operatorId = operatorOf(request).id;
    return previewOf(deps, prompt, { feedback, operatorId, now: deps.clock.now() });
  });
}
