import type { OpenSession } from '@countersign/api/people/session';
import { say } from '@countersign/api/statements';
import { inspects, may } from '@countersign/desk/permissions';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { FastifyRequest } from 'fastify';
import type { PeopleDeps } from '../people-services.ts';

const maxBrowserChars = 200;

/** What the browser of a request calls itself. */
export const browserOf = ({ headers }: FastifyRequest): string | null =>
  headers['user-agent']?.slice(0, maxBrowserChars) ?? null;

/** The open sessions: who holds one may end it; administrators end any. */
export function registerSessions(app: ZodApp, { auth, hub }: PeopleDeps): void {
  serve(app, 'GET /api/open-sessions', async (request) => {
    const me = operatorOf(request);
    const isAll = request.query.whose === 'all';
    if (isAll && !inspects(me)) {
      throw new ProblemError('forbidden', say('session.role', { role: 'admin' }));
    }
    const names = new Map((await auth.operators()).map(({ id, name }) => [id, name]));
    const rows = await auth.sessions(isAll ? null : me.id);
    const items: OpenSession[] = rows.map(({ id, operator, via, browser, created, expires }) => ({
      ...{ id, via, browser, openedAt: created, endsAt: expires },
      operator: { id: operator, name: names.get(operator) ?? operator },
      isThis: id === request.identity?.session,
    }));
    return { items, nextCursor: null };
  });

  serve(app, 'DELETE /api/open-sessions/:id', async (request, reply) => {
    const me = operatorOf(request);
    const of = may(me, 'administer') ? null : me.id;
    const operatorId = await auth.endSession(request.params.id, of, me.id);
    if (operatorId === null) throw new ProblemError('not-found', say('session.none-such'));
    // Streams of the other sessions connect again on their own; those of this one cannot.
    hub.drop(operatorId);
    return reply.code(204).send(null);
  });
}
