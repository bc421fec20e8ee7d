import type { OperatorRole } from '@countersign/api/operator';
import { canonicalJson } from '@countersign/upformat/canonical-json';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Auth, type Identity, roleCovers } from './auth.ts';
import { ProblemError } from './problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null;
  }
  interface FastifyContextConfig {
    /** Least role of a route; `none` = open to everybody. Absent: viewers read, operators change. */
    role?: OperatorRole | 'none';
  }
}

export const sessionCookie = 'countersign_session';
const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The operator of an authenticated request. */
export function operatorOf(request: FastifyRequest) {
  if (request.identity === null) throw new ProblemError('unauthorized', 'Sign in first.');
  return request.identity.operator;
}

/** Checks host, identity, intent and role of every request under /api. */
export function registerGuard(
  app: FastifyInstance,
  options: { auth: Auth; allowsHost: (hostname: string) => boolean },
): void {
  app.decorateRequest('identity', null);
  app.addHook('preValidation', async (request) => requireCanonical(request.body));
  app.addHook('onRequest', async (request) => {
    // A page of another name that resolves to this machine (DNS rebinding) is not ours.
    if (!options.allowsHost(hostnameOf(request.headers.host ?? ''))) {
      throw new ProblemError('forbidden', 'This server does not go by that name.');
    }
    if (!isApi(request)) return;
    const role = request.routeOptions.config.role;
    request.identity = identify(request, options.auth);
    if (!reading.has(request.method) && request.identity?.by !== 'bearer')
      requireSameOrigin(request);
    if (role === 'none') return;
    if (request.identity === null) {
      throw new ProblemError('unauthorized', 'Sign in with a token or a sign-in link.');
    }
    const needed = role ?? (reading.has(request.method) ? 'viewer' : 'operator');
    if (!roleCovers(request.identity.operator.role, needed)) {
      throw new ProblemError('forbidden', `This needs the role ${needed}.`);
    }
  });
}

/** Judged by the route that was found, not by the address as it was written: `/%61pi` and `http://host/api` lead there too. */
export const isApi = (request: FastifyRequest): boolean =>
  (request.routeOptions.url ?? request.url).startsWith('/api/');

function identify(request: FastifyRequest, auth: Auth): Identity | null {
  const header = request.headers.authorization;
  if (header !== undefined) {
    const token = /^Bearer +(.+)$/i.exec(header)?.[1];
    const operator = token === undefined ? null : auth.byToken(token.trim());
    return operator === null ? null : { operator, by: 'bearer', until: null };
  }
  const secret = request.cookies[sessionCookie];
  const session = secret === undefined ? null : auth.bySession(secret);
  return session === null ? null : { ...session, by: 'cookie' };
}

/** A body without a canonical form (nested beyond all reason) could not be audited: it is refused at the door. */
function requireCanonical(body: unknown): void {
  if (body === undefined || body === null) return;
  try {
    canonicalJson(body);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it has no canonical form';
    throw new ProblemError('invalid-request', `The body cannot be kept: ${reason}.`);
  }
}

/** A browser says where a request comes from; one from elsewhere may not change anything. */
function requireSameOrigin(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return;
    throw new ProblemError('forbidden', 'The request comes from another site.');
  }
  const { origin, host } = request.headers;
  // Neither header: not a browser that could be tricked.
  if (origin === undefined) return;
  if (originHost(origin) !== host) {
    throw new ProblemError('forbidden', 'The request comes from another site.');
  }
}

function originHost(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}

/** Host header without its port, IPv6 brackets included. */
export function hostnameOf(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}
