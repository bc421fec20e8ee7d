import { say } from '@countersign/api/statements';
import { may } from '@countersign/desk/permissions';
import { administrator, registrant } from '@countersign/server/guard/fixed-operators';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { PeopleDeps } from '../people-services.ts';

/** The operators, with their roles and groups: administrators only. */
export function registerOperators(app: ZodApp, deps: PeopleDeps): void {
  const { auth, hub, presence } = deps;
  const requireChangeable = (id: string) => {
    if (id !== administrator.id && id !== registrant.id) return;
    throw new ProblemError('forbidden', say('operator.fixed-admin'));
  };

  serve(app, 'GET /api/operators', async () => ({
    items: await auth.operators(),
    nextCursor: null,
  }));

  serve(app, 'POST /api/operators', async (request, reply) => {
    const token = await auth.addOperator(request.body, operatorOf(request).id);
    if (token === null) {
      throw new ProblemError('operator-exists', say('operator.id-taken', { id: request.body.id }));
    }
    return reply.code(201).send({ ...request.body, token });
  });

  serve(app, 'PATCH /api/operators/:id', async (request) => {
    const { id } = request.params;
    requireChangeable(id);
    const operator = await auth.changeOperator(id, request.body, operatorOf(request).id);
    if (operator === null) throw new ProblemError('not-found', say('operator.none-such'));
    if (!may(operator, 'work')) await presence.leave(id);
    // A registrant reads nothing: its open streams end.
    if (!may(operator, 'read')) hub.drop(id);
    return operator;
  });

  serve(app, 'DELETE /api/operators/:id', async (request, reply) => {
    const { id } = request.params;
    requireChangeable(id);
    if (!(await auth.removeOperator(id, operatorOf(request).id))) {
      throw new ProblemError('not-found', say('operator.none-such'));
    }
    await presence.leave(id);
    hub.drop(id);
    return reply.code(204).send(null);
  });
}
