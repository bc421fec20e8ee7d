import type { FastifyRequest } from 'fastify';

/** By the route that was found, not by the address as written: `/%61pi` and `http://host/api` lead there too. */
export const isApi = (request: FastifyRequest): boolean =>
  (request.routeOptions.url ?? request.url).startsWith('/api/');
