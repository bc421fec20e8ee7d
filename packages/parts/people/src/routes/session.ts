import { say } from '@countersign/api/statements';
import { may } from '@countersign/desk/permissions';
import { guessed, operatorOf, proofOf } from '@countersign/server/guard/guard';
import type { GuessLimit } from '@countersign/server/guard/guess-limit';
import { clearSessionCookie, setSessionCookie } from '@countersign/server/guard/session-cookie';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { PeopleDeps } from '../people-services.ts';

/** Signing in and out, and the current operator. */
export function registerSession(app: ZodApp, deps: PeopleDeps & { guesses: GuessLimit }): void {
  const { auth, guesses, hub, secureHost } = deps;

  serve(app, 'POST /api/session', async (request, reply) => {
    const { body } = request;
    const operator =
      'token' in body
        ? await guessed(request, { guesses, secret: body.token }, () => auth.byToken(body.token))
        : await guessed(request, { guesses, secret: body.code }, () => auth.byCode(body.code));
    if (operator === null) {
      const detail = 'token' in body ? say('session.bad-token') : say('session.bad-link');
      throw new ProblemError('unauthorized', detail);
    }
    // A program that registers services has nothing to see in a console.
    if (!may(operator, 'read')) {
      throw new ProblemError('forbidden', say('session.role', { role: 'viewer' }));
    }
    const { secret, proof } = await auth.openSession(operator);
    setSessionCookie(request, reply, { secret, secureHost });
    return { ...operator, proof };
  });

  serve(app, 'DELETE /api/session', async (request, reply) => {
    // The proof is enough to end it: a session whose cookie is already gone must not stay alive.
    const proof = proofOf(request);
    const operatorId = proof === null ? null : await auth.closeSession(proof);
    // Streams of the operator's other sessions reconnect on their own; those of this one cannot.
    if (operatorId !== null) hub.drop(operatorId);
    clearSessionCookie(request, reply, secureHost);
    return reply.code(204).send(null);
  });

  serve(app, 'GET /api/me', async (request) => operatorOf(request));
}
