import { operatorSchema } from '@countersign/api/operator';
import { createdSessionSchema, createSessionSchema } from '@countersign/api/session';
import { z } from 'zod';
import type { AppDeps } from '../app-deps.ts';
import { ProblemError } from '../http/problem.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { guessed, operatorOf, proofOf } from '../operators/guard.ts';
import type { GuessLimit } from '../operators/guess-limit.ts';
import { clearSessionCookie, setSessionCookie } from '../operators/session-cookie.ts';

/** Signing in and out, and who I am. */
export function registerSession(app: ZodApp, deps: AppDeps & { guesses: GuessLimit }): void {
  const { auth, guesses, hub, secureHost } = deps;

  app.post(
    '/api/session',
    {
      config: { role: 'none' },
      schema: {
        summary: 'Exchange a token or a one-time code for a session',
        description:
          'A session has two secrets: a cookie, and `proof`, to be sent in the header `countersign-proof` with every request.',
        body: createSessionSchema,
        response: { 200: createdSessionSchema },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const operator =
        'token' in body
          ? guessed(request, { guesses, secret: body.token }, () => auth.byToken(body.token))
          : guessed(request, { guesses, secret: body.code }, () => auth.byCode(body.code));
      if (operator === null) {
        const detail =
          'token' in body
            ? 'This token is not valid.'
            : 'This sign-in link is not valid, or it was used already. Sign in with a token.';
        throw new ProblemError('unauthorized', detail);
      }
      const { secret, proof } = await auth.openSession(operator);
      setSessionCookie(request, reply, { secret, secureHost });
      return { ...operator, proof };
    },
  );

  app.delete(
    '/api/session',
    { config: { role: 'none' }, schema: { summary: 'Sign out', response: { 204: z.null() } } },
    async (request, reply) => {
      // The proof alone is enough to end it: a cookie that is not there any more must not keep it alive.
      const proof = proofOf(request);
      const operatorId = proof === null ? null : await auth.closeSession(proof);
      // Streams of the operator's other sessions come back by themselves; those of this one cannot.
      if (operatorId !== null) hub.drop(operatorId);
      clearSessionCookie(request, reply, secureHost);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/me',
    { schema: { summary: 'Who I am', response: { 200: operatorSchema } } },
    async (request) => operatorOf(request),
  );
}
