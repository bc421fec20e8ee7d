import { say } from '@countersign/api/statements';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { DeskDeps } from '../desk-services.ts';
import { readPrompt } from '../records/prompt-records.ts';

/** The agent's check of an edit before it is sent. */
export function registerChecks(app: ZodApp, deps: DeskDeps): void {
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
