import type { FastifyRequest } from 'fastify';

/** Judged by the route that was found, not by the address as it was written: `/%61pi` and `http://host/api` lead there too. */
export const isApi = (request: FastifyRequest): boolean =>
  (request.routeOptions.url ?? request.url).startsWith('/api/');
