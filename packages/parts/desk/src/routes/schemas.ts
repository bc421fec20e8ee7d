import { say } from '@countersign/api/statements';
import type { WrittenStatement } from '@countersign/json/statement';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError, quoted } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import { schemaAddressOf } from '@countersign/upformat/schema-reference';
import { keepSchema } from '../decisions/questions/keep-schema.ts';
import type { DeskDeps } from '../desk-services.ts';
import { readPrompt } from '../records/prompt-records.ts';

const reasonOf = ({ reason }: { reason: WrittenStatement | string }) =>
  typeof reason === 'string' ? quoted(reason) : reason;

/** The schema that a prompt only refers to: loaded when an operator requests it, never automatically. */
export function registerSchemas(app: ZodApp, deps: DeskDeps): void {
  const { journal, loadSchema } = deps;

  serve(
    app,
    'POST /api/prompts/:id/schema',
    async (request) => {
      const promptId = request.params.id;
      const { id, name } = operatorOf(request);
      const prompt = await readPrompt(journal.read, promptId);
      if (prompt === null) throw new ProblemError('not-found', say('prompt.none-such'));
      if (prompt.state !== 'open')
        throw new ProblemError('prompt-expired', say('prompt.closed'), { prompt });
      const address = schemaAddressOf(prompt.message);
      if (address === null) throw new ProblemError('schema-not-loaded', say('schema-load.none'));
      if (prompt.message.loadedSchema?.from === address) return prompt;
      const loaded = await loadSchema(address);
      if (loaded.kind === 'refused') throw new ProblemError('address-refused', reasonOf(loaded));
      if (loaded.kind === 'unusable') throw new ProblemError('schema-not-loaded', reasonOf(loaded));
      const { schema } = loaded;
      const input = { promptId, operator: { id, name }, address, schema };
      const outcome = await journal.commit(keepSchema, input);
      switch (outcome.kind) {
        case 'kept':
          return outcome.prompt;
        case 'changed':
          throw new ProblemError('prompt-changed', say('schema-load.changed'), {
            prompt: outcome.prompt,
          });
        case 'closed':
          throw new ProblemError('prompt-expired', say('prompt.closed'), {
            prompt: outcome.prompt,
          });
        case 'unknown':
          throw new ProblemError('not-found', say('prompt.none-such'));
      }
    },
    { rateLimit: { max: 30, timeWindow: 60_000 } },
  );
}
