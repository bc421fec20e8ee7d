import { say } from '@countersign/api/statements';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import { createGroups } from '../groups/groups.ts';
import type { PeopleDeps } from '../people-services.ts';

/** The groups of people: all operators see who is in which, administrators change it. */
export function registerGroups(app: ZodApp, { journal }: PeopleDeps): void {
  const groups = createGroups(journal);

  serve(app, 'GET /api/groups', async () => ({ items: await groups.list(), nextCursor: null }));

  serve(app, 'POST /api/groups', async (request, reply) => {
    const { members, ...group } = request.body;
    const added = await groups.add(group, members, operatorOf(request).id);
    if (added === null)
      throw new ProblemError('group-exists', say('group.id-taken', { id: group.id }));
    return reply.code(201).send(added);
  });

  serve(app, 'PATCH /api/groups/:id', async (request) => {
    const { id } = request.params;
    const changed = await groups.change(id, request.body, operatorOf(request).id);
    if (changed === null) throw new ProblemError('not-found', say('group.none-such'));
    return changed;
  });

  serve(app, 'DELETE /api/groups/:id', async (request, reply) => {
    if (!(await groups.remove(request.params.id, operatorOf(request).id))) {
      throw new ProblemError('not-found', say('group.none-such'));
    }
    return reply.code(204).send(null);
  });
}
