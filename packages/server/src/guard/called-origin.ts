import type { FastifyRequest } from 'fastify';
import type { SecureHost } from './session-cookie.ts';

/**
 * The origin at which a request reached this server, for addresses in its answer. The host is as the client wrote it, by a name of
 * this server (guard.ts). TLS is believed of trusted proxies, and of the host of `COUNTERSIGN_ORIGIN`.
 */
export function calledOrigin(request: FastifyRequest, secureHost: SecureHost): string {
  const host = request.headers.host ?? '127.0.0.1';
  const isSecure = request.protocol === 'https' || host.toLowerCase() === secureHost;
  return `${isSecure ? 'https' : 'http'}://${host}`;
}
