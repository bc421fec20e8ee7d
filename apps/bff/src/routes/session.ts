import { say } from '@countersign/api/statements';
import { may } from '@countersign/desk/permissions';
import type { AppDeps } from '../app-deps.ts';
import { guessed, operatorOf, proofOf } from '../guard/guard.ts';
import type { GuessLimit } from '../guard/guess-limit.ts';
import { clearSessionCookie, setSessionCookie } from '../guard/session-cookie.ts';
import { ProblemError } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import type { ZodApp } from '../http/zod-app.ts';

/** Signing in and out, and the current operator. */
export function registerSession(app: ZodApp, deps: AppDeps & { guesses: GuessLimit }): void {
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
