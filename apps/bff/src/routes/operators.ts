import {
  changeOperatorSchema,
  createdOperatorSchema,
  createOperatorSchema,
  operatorSchema,
} from '@countersign/api/operator';
import { z } from 'zod';
import type { AppDeps } from '../app-deps.ts';
import { ProblemError } from '../http/problem.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { operatorOf } from '../operators/guard.ts';
import { administrator } from '../team/administrator.ts';

const idParams = z.object({ id: z.string() });

/** Who may answer, and in which groups: an administrator's business. */
export function registerOperators(app: ZodApp, deps: AppDeps): void {
  const { auth, hub, presence } = deps;
  const requireChangeable = (id: string) => {
    if (id !== administrator.id) return;
    throw new ProblemError('forbidden', 'The administrator is fixed by the token of this server.');
  };

  app.get(
    '/api/operators',
    {
      config: { role: 'admin' },
      schema: {
        summary: 'All operators',
        response: { 200: z.object({ items: z.array(operatorSchema), nextCursor: z.null() }) },
      },
    },
    async () => ({ items: auth.operators(), nextCursor: null }),
  );

  app.post(
    '/api/operators',
    {
      config: { role: 'admin' },
      schema: {
        summary: 'Add a named operator; the token is shown once',
        body: createOperatorSchema,
        response: { 201: createdOperatorSchema },
      },
    },
    async (request, reply) => {
      const token = await auth.addOperator(request.body, operatorOf(request).id);
      if (token === null) {
        throw new ProblemError('operator-exists', `The id ${request.body.id} is taken.`);
      }
      return reply.code(201).send({ ...request.body, token });
    },
  );

  app.patch(
    '/api/operators/:id',
    {
      config: { role: 'admin' },
      schema: {
        summary: 'Change name, role or groups; open sessions follow at once',
        params: idParams,
        body: changeOperatorSchema,
        response: { 200: operatorSchema },
      },
    },
    async (request) => {
      const { id } = request.params;
      requireChangeable(id);
      const operator = await auth.changeOperator(id, request.body, operatorOf(request).id);
      if (operator === null) throw new ProblemError('not-found', 'There is no such operator.');
      if (operator.role === 'viewer') presence.leave(id);
      return operator;
    },
  );

  app.delete(
    '/api/operators/:id',
    {
      config: { role: 'admin' },
      schema: {
        summary: 'Remove an operator: sessions and streams end, claims are freed',
        params: idParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      requireChangeable(id);
      if (!(await auth.removeOperator(id, operatorOf(request).id))) {
        throw new ProblemError('not-found', 'There is no such operator.');
      }
      presence.leave(id);
      hub.drop(id);
      return reply.code(204).send(null);
    },
  );
}
