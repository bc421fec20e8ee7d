import type { FastifyRequest } from 'fastify';

const maxChars = 100;

/** Which of its operator's tabs a request comes from, if it has the header. */
export function tabOf(request: FastifyRequest): string | null {
  const header = request.headers['countersign-tab'];
  return typeof header === 'string' && header !== '' ? header.slice(0, maxChars) : null;
}
