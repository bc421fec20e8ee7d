import { createSessionSchema, operatorSchema } from '@countersign/api/operator';
import { z } from 'zod';
import type { AppDeps } from '../app-deps.ts';
import { sessionLifetimeMs } from '../http/auth.ts';
import { operatorOf, sessionCookie } from '../http/guard.ts';
import { ProblemError } from '../http/problem.ts';
import type { ZodApp } from '../http/zod-app.ts';

/** Signing in and out, and who I am. */
export function registerSession(app: ZodApp, deps: AppDeps): void {
  const { auth, hub } = deps;
  const cookie = { path: '/', httpOnly: true, sameSite: 'strict' as const };

  app.post(
    '/api/session',
    {
      config: { role: 'none', rateLimit: { max: 60, timeWindow: 60_000 } },
      schema: {
        summary: 'Exchange a token or a one-time code for a session cookie',
        body: createSessionSchema,
        response: { 200: operatorSchema },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const operator = 'token' in body ? auth.byToken(body.token) : auth.byCode(body.code);
      if (operator === null) {
        const detail =
          'token' in body
            ? 'This token is not valid.'
            : 'This sign-in link is not valid, or it was used already. Sign in with a token.';
        throw new ProblemError('unauthorized', detail);
      }
      const secret = await auth.openSession(operator);
      reply.setCookie(sessionCookie, secret, {
        ...cookie,
        secure: request.protocol === 'https',
        maxAge: sessionLifetimeMs / 1000,
      });
      return operator;
    },
  );

  app.delete(
    '/api/session',
    { config: { role: 'none' }, schema: { summary: 'Sign out', response: { 204: z.null() } } },
    async (request, reply) => {
      const secret = request.cookies[sessionCookie];
      if (secret !== undefined) await auth.closeSession(secret);
      // His streams of other sessions come back by themselves; those of this one cannot.
      if (request.identity !== null) hub.drop(request.identity.operator.id);
      return reply.clearCookie(sessionCookie, cookie).code(204).send(null);
    },
  );

  app.get(
    '/api/me',
    { schema: { summary: 'Who I am', response: { 200: operatorSchema } } },
    async (request) => operatorOf(request),
  );
}
