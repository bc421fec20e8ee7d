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
import { providerSecretOf } from './provider.ts';
import { browserOf } from './sessions.ts';

type Credential = z.output<typeof createSessionSchema>;

const wayOf = (credential: Credential) =>
  'token' in credential ? 'token' : 'code' in credential ? 'link' : 'passkey';

const refusals = {
  token: say('session.bad-token'),
  link: say('session.bad-link'),
  passkey: say('passkey.refused'),
};

/** Who has just been at the provider, with the same browser; null = the code is another one. */
async function comesFromProvider(
  request: FastifyRequest & { body: Credential },
  { auth, provider, secureHost }: PeopleDeps,
): Promise<{ operator: Operator; opened: (session: string) => Promise<void> } | null> {
  const { body } = request;
  if (provider === null || !('code' in body)) return null;
  const taken = await provider.takeCode(body.code, providerSecretOf(request, secureHost));
  const operator = taken === null ? null : await auth.byId(taken.operatorId);
  return taken === null || operator === null ? null : { operator, opened: taken.opened };
}

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
    const atProvider = await comesFromProvider(request, deps);
    const operator = atProvider?.operator ?? (await whoSignsIn(request, deps));
    if (operator === null) throw new ProblemError('unauthorized', refusals[wayOf(body)]);
    // A program that registers services has nothing to see in a console.
    if (!may(operator, 'read')) {
      throw new ProblemError('forbidden', say('session.role', { role: 'viewer' }));
    }
    const { secret, proof, id } = await auth.openSession(operator, {
      via: atProvider === null ? wayOf(body) : 'provider',
      browser: browserOf(request),
    });
    await atProvider?.opened(id);
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

  serve(app, 'GET /api/me', async (request) => ({
    ...operatorOf(request),
    parts: [...deps.partIds],
  }));
}
