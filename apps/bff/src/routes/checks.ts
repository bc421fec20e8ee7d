import { say } from '@countersign/api/statements';
import type { AppDeps } from '../app-deps.ts';
import { operatorOf } from '../guard/guard.ts';
import { ProblemError } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { readPrompt } from '../records/prompt-records.ts';

/** The agent's check of an edit before it is sent. */
export function registerChecks(app: ZodApp, deps: AppDeps): void {
  serve(
    app,
    'POST /api/prompts/:id/check',
    async (request, reply) => {
      const { id } = request.params;
      const { digest, value } = request.body;
      const prompt = await readPrompt(deps.journal.read, id);
      if (prompt === null) throw new ProblemError('not-found', say('prompt.unknown', { id }));
      if (prompt.state !== 'open')
        throw new ProblemError('prompt-expired', say('prompt.closed'), { prompt });
      if (prompt.digest !== digest)
        throw new ProblemError('prompt-changed', say('prompt.changed-since'), { prompt });
      const abort = new AbortController();
      reply.raw.once('close', () => abort.abort());
      return deps.editChecks.check({
        prompt,
        value,
        operatorId: operatorOf(request).id,
        signal: abort.signal,
      });
    },
    { rateLimit: { max: 120, timeWindow: 60_000 } },
  );
}
