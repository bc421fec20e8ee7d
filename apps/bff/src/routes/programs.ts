import { say } from '@countersign/api/statements';
import type { AppDeps } from '../app-deps.ts';
import { operatorOf } from '../guard/guard.ts';
import { ProblemError } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import type { ZodApp } from '../http/zod-app.ts';

/** The programs that ask: administrators only. */
export function registerPrograms(app: ZodApp, { programs }: AppDeps): void {
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

  serve(app, 'DELETE /api/programs/:id', async (request, reply) => {
    const { id } = request.params;
    if (!(await programs.revoke(id, operatorOf(request)))) {
      throw new ProblemError('not-found', say('program.unknown', { id }));
    }
    return reply.code(204).send(null);
  });
}
