import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const sessionLifetimeMs = 12 * 60 * 60 * 1000;

/** Where people reach this server over TLS: the host of `COUNTERSIGN_ORIGIN` if that is https; null = not configured. */
export type SecureHost = string | null;

/** TLS ends at a proxy, if anywhere, as stated by its header or the settings. A false claim only makes the cookie stricter. */
export function isSecure(request: FastifyRequest, secureHost: SecureHost): boolean {
  const forwarded = request.headers['x-forwarded-proto'];
  const first = String(forwarded ?? '').split(',')[0];
  return (
    request.protocol === 'https' ||
    first?.trim().toLowerCase() === 'https' ||
    (secureHost !== null && request.headers.host?.toLowerCase() === secureHost)
  );
}

/**
 * With TLS the prefix keeps other hosts and plain http from setting it. Without TLS the port is part of the name, so that two servers
 * on one host do not read each other's cookie.
 */
export function cookieNameOf(request: FastifyRequest, secureHost: SecureHost): string {
  if (isSecure(request, secureHost)) return '__Host-countersign_session';
  const port = /:(\d+)$/.exec(request.headers.host ?? '')?.[1] ?? '80';
  return `countersign_session_${port}`;
}

/**
 * All values sent under the session's name. A server on another port can set one before ours by a longer path: the right one is still
 * among them.
 */
export function sessionSecretsOf(request: FastifyRequest, secureHost: SecureHost): string[] {
  const prefix = `${cookieNameOf(request, secureHost)}=`;
  return (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .flatMap((pair) => (pair.startsWith(prefix) ? [pair.slice(prefix.length)] : []))
    .slice(0, 50);
}

const attributes = (secure: boolean) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure }) as const;

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { secret, secureHost }: { secret: string; secureHost: SecureHost },
): void {
  reply.setCookie(cookieNameOf(request, secureHost), secret, {
    ...attributes(isSecure(request, secureHost)),
    maxAge: sessionLifetimeMs / 1000,
  });
}

export function clearSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  secureHost: SecureHost,
): void {
  reply.clearCookie(cookieNameOf(request, secureHost), attributes(isSecure(request, secureHost)));
}
