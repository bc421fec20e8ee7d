import { say } from '@countersign/api/statements';
import type { AppDeps } from '../app-deps.ts';
import { previewOf } from '../delivery/preview.ts';
import { operatorOf } from '../guard/guard.ts';
import { ProblemError } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { readPrompt } from '../records/prompt-records.ts';

/** What would be sent to the agent. */
export function registerPreview(app: ZodApp, deps: AppDeps): void {
  serve(app, 'POST /api/prompts/:id/preview', async (request) => {
    const { id } = request.params;
    const prompt = await readPrompt(deps.journal.read, id);
    if (prompt === null) throw new ProblemError('not-found', say('prompt.unknown', { id }));
    const { feedback } = request.body;
    const operatorId = operatorOf(request).id;
    return previewOf(deps, prompt, { feedback, operatorId, now: deps.clock.now() });
  });
}
