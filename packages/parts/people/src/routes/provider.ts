import { say } from '@countersign/api/statements';
import { calledOrigin } from '@countersign/server/guard/called-origin';
import { isSecure, type SecureHost } from '@countersign/server/guard/session-cookie';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { FastifyRequest } from 'fastify';
import type { PeopleDeps } from '../people-services.ts';

const cookieMs = 10 * 60 * 1000;

const cookieNameOf = (request: FastifyRequest, secureHost: SecureHost): string =>
  isSecure(request, secureHost)
    ? '__Host-countersign_provider'
    : `countersign_provider_${/:(\d+)$/.exec(request.headers.host ?? '')?.[1] ?? '80'}`;

/** What the browser keeps between going to the provider and being signed in: another browser cannot finish it. */
export const providerSecretOf = (request: FastifyRequest, secureHost: SecureHost): string =>
  request.cookies[cookieNameOf(request, secureHost)] ?? '';

/** Signing in at the identity provider. */
export function registerProvider(app: ZodApp, { provider, secureHost }: PeopleDeps): void {
  serve(app, 'GET /api/sign-in', async () => ({
    provider: provider === null ? null : { name: provider.name, isThere: provider.isThere() },
    token: provider?.isOnlyWay !== true,
  }));

  serve(app, 'POST /api/sign-in/provider', async (request, reply) => {
    if (provider === null) throw new ProblemError('not-found', say('provider.none'));
    const begun = await provider.begin(calledOrigin(request, secureHost));
    if (begun === null) {
      throw new ProblemError('provider-away', say('provider.away', { name: provider.name }));
    }
    // Lax: the browser comes back from another site.
    reply.setCookie(cookieNameOf(request, secureHost), begun.secret, {
      ...{ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(request, secureHost) },
      maxAge: cookieMs / 1000,
    });
    return { url: begun.url };
  });

  // The provider sends the browser here; the page that it is sent on to opens the session, with cookies of its own site.
  app.get('/sign-in/provider', async (request, reply) => {
    if (provider === null) return reply.redirect('/sign-in');
    const url = new URL(request.url, calledOrigin(request, secureHost));
    const done = await provider.finish(url, providerSecretOf(request, secureHost));
    reply.header('cache-control', 'no-store');
    return reply.redirect(
      'code' in done ? `/sign-in#code=${done.code}` : `/sign-in#refused=${done.refusal}`,
    );
  });
}
