import { operatorOf } from '../guard/guard.ts';
import { serve } from '../http/serve.ts';
import type { ZodApp } from '../http/zod-app.ts';
import type { Kernel } from '../kernel.ts';
import { openGrants } from '../store/grants.ts';
import { revokeGrant } from './grant-operations.ts';
import { unknownEntry } from './problems.ts';

/** What people have allowed for whole tasks is listed, newest first, and taken back. */
export function registerGrants(app: ZodApp, { journal }: Pick<Kernel, 'journal'>): void {
  serve(app, 'GET /api/environment/grants', async () => ({
    items: (await openGrants(journal.read))
      .flatMap(({ id, grant: { by, at, of }, task }) =>
        of === undefined ? [] : [{ id, by, at, task, ...of }],
      )
      .sort((one, other) => other.at - one.at),
  }));

  serve(app, 'DELETE /api/environment/grants/:id', async (request, reply) => {
    const { id } = request.params;
    if (!(await journal.commit(revokeGrant, { id, by: operatorOf(request).id }))) {
      throw unknownEntry(id);
    }
    return reply.code(204).send(null);
  });
}
