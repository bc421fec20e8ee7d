import { operatorOf } from '@countersign/server/guard/guard';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { Kernel } from '@countersign/server/kernel';
import { openGrants } from '../rows/grants.ts';
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
