import type { Operator } from '@countersign/api/operator';
import type { createSessionSchema } from '@countersign/api/settings/session';
import { say } from '@countersign/api/statements';
import { may } from '@countersign/desk/permissions';
import { guessed, operatorOf, proofOf } from '@countersign/server/guard/guard';
import type { GuessLimit } from '@countersign/server/guard/guess-limit';
import { clearSessionCookie, setSessionCookie } from '@countersign/server/guard/session-cookie';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { createPasskeys } from '../passkeys/passkeys.ts';
import type { PeopleDeps } from '../people-services.ts';
import { placeOf } from './passkeys.ts';
import { browserOf } from './sessions.ts';

type Credential = z.output<typeof createSessionSchema>;

const wayOf = (credential: Credential) =>
  'token' in credential ? 'token' : 'code' in credential ? 'link' : 'passkey';

const refusals = {
  token: say('session.bad-token'),
  link: say('session.bad-link'),
  passkey: say('passkey.refused'),
};

async function whoSignsIn(
  request: FastifyRequest & { body: Credential },
  deps: PeopleDeps & { guesses: GuessLimit },
): Promise<Operator | null> {
  const { auth, guesses, secureHost } = deps;
  const { body } = request;
  if ('token' in body) {
    return guessed(request, { guesses, secret: body.token }, () => auth.byToken(body.token));
  }
  if ('code' in body) {
    return guessed(request, { guesses, secret: body.code }, () => auth.byCode(body.code));
  }
  const { passkey } = body;
  return guessed(request, { guesses, secret: passkey.challenge }, async () => {
    const id = await createPasskeys(deps).signsIn(placeOf(request, secureHost), passkey);
    return id === null ? null : auth.byId(id);
  });
}

/** Signing in and out, and the current operator. */
export function registerSession(app: ZodApp, deps: PeopleDeps & { guesses: GuessLimit }): void {
  const { auth, hub, secureHost } = deps;

  serve(app, 'POST /api/session', async (request, reply) => {
    const { body } = request;
    const operator = await whoSignsIn(request, deps);
    if (operator === null) throw new ProblemError('unauthorized', refusals[wayOf(body)]);
    // A program that registers services has nothing to see in a console.
    if (!may(operator, 'read')) {
      throw new ProblemError('forbidden', say('session.role', { role: 'viewer' }));
    }
    const { secret, proof } = await auth.openSession(operator, {
      via: wayOf(body),
      browser: browserOf(request),
    });
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
