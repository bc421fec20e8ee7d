import { createViewSchema, savedViewSchema, viewListSchema } from '@countersign/api/view';
import { z } from 'zod';
import type { AppDeps } from '../app-deps.ts';
import { ProblemError } from '../http/problem.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { operatorOf } from '../operators/guard.ts';
import type { ViewOutcome } from '../team/view-operations.ts';
import { addView, changeView, removeView } from '../team/view-operations.ts';
import { listViews } from '../team/view-queries.ts';

const idParams = z.object({ id: z.string() });
const maxMembers = 40;
const bodySchema = createViewSchema.refine(
  ({ search }) => Object.keys(search).length <= maxMembers,
  { message: `A view has at most ${maxMembers} filters.`, path: ['search'] },
);

/** Named filters of the inbox: one's own, and those everybody sees. */
export function registerViews(app: ZodApp, deps: AppDeps): void {
  const { journal } = deps;

  app.get(
    '/api/views',
    { schema: { summary: 'My views and the shared ones', response: { 200: viewListSchema } } },
    async (request) => ({
      items: listViews(journal.read, operatorOf(request).id),
      nextCursor: null,
    }),
  );

  app.post(
    '/api/views',
    {
      schema: {
        summary: 'Keep a set of filters under a name',
        body: bodySchema,
        response: { 201: savedViewSchema },
      },
    },
    async (request, reply) => {
      const by = operatorOf(request);
      const id = deps.createId();
      const outcome = await journal.commit(addView, { id, view: request.body, by });
      return reply.code(201).send(keptOf(outcome));
    },
  );

  app.put(
    '/api/views/:id',
    {
      schema: {
        summary: 'Change a view: its owner, or an administrator',
        params: idParams,
        body: bodySchema,
        response: { 200: savedViewSchema },
      },
    },
    async (request) => {
      const { id } = request.params;
      const by = operatorOf(request);
      return keptOf(await journal.commit(changeView, { id, view: request.body, by }));
    },
  );

  app.delete(
    '/api/views/:id',
    {
      schema: {
        summary: 'Remove a view: its owner, or an administrator',
        params: idParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      keptOf(await journal.commit(removeView, { id, by: operatorOf(request) }));
      return reply.code(204).send(null);
    },
  );
}

function keptOf(outcome: ViewOutcome) {
  switch (outcome.kind) {
    case 'kept':
      return outcome.view;
    case 'unknown':
      throw new ProblemError('not-found', 'There is no such view.');
    case 'not-yours':
      throw new ProblemError('forbidden', 'Only its owner or an administrator changes a view.');
    case 'too-many':
      throw new ProblemError('invalid-request', 'You have as many views as this server keeps.');
  }
}
