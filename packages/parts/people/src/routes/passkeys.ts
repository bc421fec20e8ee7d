import { isIP } from 'node:net';
import type { Operator } from '@countersign/api/operator';
import type { PasskeyProof } from '@countersign/api/people/passkey';
import { say } from '@countersign/api/statements';
import { calledOrigin } from '@countersign/server/guard/called-origin';
import { guessed, operatorOf } from '@countersign/server/guard/guard';
import type { SecureHost } from '@countersign/server/guard/session-cookie';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import { hashOf, newSecret } from '@countersign/server/runtime/secret-hash';
import { readOperator } from '@countersign/server/store/people/operators';
import type { FastifyRequest } from 'fastify';
import {
  keepChallenge,
  notePasskeyCode,
  removePasskey,
  takeChallenge,
} from '../passkeys/passkey-operations.ts';
import { createPasskeys, type Passkeys } from '../passkeys/passkeys.ts';
import type { Place } from '../passkeys/signing.ts';
import type { PeopleDeps } from '../people-services.ts';
import { passkeysOf } from '../rows/passkeys.ts';

const codeLifetimeMs = 24 * 60 * 60 * 1000;

/** Where the browser of a request is: a name, as passkeys do not belong to addresses. */
export function placeOf(request: FastifyRequest, secureHost: SecureHost): Place {
  const origin = calledOrigin(request, secureHost);
  const url = new URL(origin);
  const host = url.hostname;
  if (isIP(host.replace(/^\[|\]$/g, '')) === 0) return { host, origin: url.origin };
  url.hostname = 'localhost';
  throw new ProblemError('passkey-host', say('passkey.host', { host, address: url.origin }));
}

const refused = () => new ProblemError('passkey-refused', say('passkey.refused'));

const noneFor = ({ host }: Place) =>
  new ProblemError('passkey-refused', say('passkey.none', { host }));

/** Adding, removing and using passkeys. */
export function registerPasskeys(app: ZodApp, deps: PeopleDeps): void {
  const { journal, secureHost } = deps;
  const passkeys = createPasskeys(deps);

  serve(app, 'GET /api/passkeys', async (request) => {
    const rows = await passkeysOf(journal.read, operatorOf(request).id);
    const items = rows.map(({ id, name, host, created, used }) => ({
      ...{ id, name, host, createdAt: created, usedAt: used },
    }));
    return { items, nextCursor: null };
  });

  serve(app, 'POST /api/passkeys/registration', async (request, reply) => {
    const operator = operatorOf(request);
    const place = placeOf(request, secureHost);
    const proof = await provenBy(request, { ...deps, passkeys, place, operator });
    return reply.code(201).send(await passkeys.askToRegister(operator, place, proof));
  });

  serve(app, 'POST /api/passkeys/confirmation', async (request, reply) => {
    const place = placeOf(request, secureHost);
    const asked = await passkeys.askToConfirm(operatorOf(request), place);
    if (asked === null) throw noneFor(place);
    return reply.code(201).send(asked);
  });

  serve(app, 'POST /api/passkeys', async (request, reply) => {
    const operator = operatorOf(request);
    const place = placeOf(request, secureHost);
    const id = await passkeys.register(operator, place, request.body);
    if (id === null) throw refused();
    if (id === 'there') throw new ProblemError('passkey-refused', say('passkey.registered'));
    const { name } = request.body;
    const createdAt = deps.clock.now();
    return reply.code(201).send({ id, name, host: place.host, createdAt, usedAt: null });
  });

  serve(app, 'POST /api/passkeys/:id/removal', async (request, reply) => {
    const operator = operatorOf(request);
    const place = placeOf(request, secureHost);
    await provenBy(request, { ...deps, passkeys, place, operator });
    const input = { id: request.params.id, operator: operator.id, by: operator.id };
    if (!(await journal.commit(removePasskey, input))) {
      throw new ProblemError('not-found', say('passkey.unknown'));
    }
    return reply.code(204).send(null);
  });

  serve(app, 'POST /api/operators/:id/passkey-code', async (request, reply) => {
    const { id } = request.params;
    // An administrator's own passkey needs the token: a script with the session would make itself one.
    const isOwn = id === operatorOf(request).id;
    if (isOwn || (await readOperator(journal.read, id)) === null) {
      throw new ProblemError('not-found', say('operator.none-such'));
    }
    const code = newSecret();
    const row = { id: hashOf(code), kind: 'code', operator: id, body: '{}' };
    await journal.commit(keepChallenge, { ...row, lifetimeMs: codeLifetimeMs });
    await journal.commit(notePasskeyCode, { for: id, by: operatorOf(request).id });
    return reply.code(201).send({ code });
  });

  serve(app, 'POST /api/passkeys/sign-in', async (request, reply) =>
    reply.code(201).send(await passkeys.askToSignIn(placeOf(request, secureHost))),
  );

  serve(app, 'POST /api/step-ups', async (request, reply) => {
    const place = placeOf(request, secureHost);
    const asked = await passkeys.askToSign(operatorOf(request), place, request.body);
    if (asked === null) throw noneFor(place);
    return reply.code(201).send(asked);
  });

  serve(app, 'POST /api/step-ups/confirmation', async (request, reply) => {
    const place = placeOf(request, secureHost);
    if (!(await passkeys.signs(operatorOf(request), place, request.body))) throw refused();
    return reply.code(204).send(null);
  });
}

/** How the operator has proven to be the one who adds or removes a passkey: a session alone does not. */
async function provenBy(
  request: FastifyRequest & { body: PasskeyProof },
  {
    auth,
    guesses,
    journal,
    passkeys,
    place,
    operator,
  }: PeopleDeps & { passkeys: Passkeys; place: Place; operator: Operator },
): Promise<string> {
  const { body } = request;
  if ('passkey' in body) {
    if (await passkeys.confirms(operator, place, body.passkey)) return 'passkey';
    throw refused();
  }
  const { secret } = body;
  const found = await guessed(request, { guesses, secret }, async () => {
    const owner = await auth.byToken(secret);
    if (owner !== null) return { owner: owner.id, by: 'token' };
    const row = await journal.commit(takeChallenge, { id: hashOf(secret), kind: 'code' });
    return row === null ? null : { owner: row.operator, by: 'code' };
  });
  if (found?.owner === operator.id) return found.by;
  throw new ProblemError('passkey-refused', say('passkey.proof'));
}
