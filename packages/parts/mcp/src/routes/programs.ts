import { say } from '@countersign/api/statements';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { McpDeps } from '../mcp-services.ts';

/** The programs that ask: administrators only. */
export function registerPrograms(app: ZodApp, { programs }: McpDeps): void {
  serve(app, 'GET /api/programs', async () => ({
    items: await programs.list(),
    nextCursor: null,
  }));

  serve(app, 'POST /api/programs', async (request, reply) => {
    const added = await programs.add(request.body, operatorOf(request));
    if (added === null) {
      throw new ProblemError('invalid-request', say('program.too-many'));
    }
    return reply.code(201).send(added);
  });

  serve(app, 'POST /api/programs/:id/callback-secret', async (request, reply) => {
    const { id } = request.params;
    const callbackSecret = await programs.renewSecret(id, operatorOf(request));
    if (callbackSecret === null)
      throw new ProblemError('not-found', say('program.unknown', { id }));
    return reply.code(201).send({ callbackSecret });
  });

  serve(app, 'DELETE /api/programs/:id', async (request, reply) => {
    const { id } = request.params;
    if (!(await programs.revoke(id, operatorOf(request)))) {
      throw new ProblemError('not-found', say('program.unknown', { id }));
    }
    return reply.code(204).send(null);
  });
}
