import { deliveryPreviewSchema } from '@countersign/api/prompt';
import { upFeedbackSchema } from '@countersign/upformat/message';
import { z } from 'zod';
import type { AppDeps } from '../app-deps.ts';
import { previewOf } from '../delivery/preview.ts';
import { ProblemError } from '../http/problem.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { operatorOf } from '../operators/guard.ts';
import { readPrompt } from '../records/prompt-records.ts';

/** What would go to the agent, before it goes. */
export function registerPreview(app: ZodApp, deps: AppDeps): void {
  app.post(
    '/api/prompts/:id/preview',
    {
      schema: {
        summary: 'What an answer would be to the agent, in its own words; null = nothing leaves',
        description: 'Changes nothing. The names of secret headers are told, never their values.',
        params: z.object({ id: z.string() }),
        body: z.object({ feedback: upFeedbackSchema }),
        response: { 200: deliveryPreviewSchema.nullable() },
      },
    },
    async (request) => {
      const { id } = request.params;
      const prompt = readPrompt(deps.journal.read, id);
      if (prompt === null) throw new ProblemError('not-found', `There is no prompt ${id}.`);
      const { feedback } = request.body;
      const operatorId = operatorOf(request).id;
      return previewOf(deps, prompt, { feedback, operatorId, now: deps.clock.now() });
    },
  );
}
