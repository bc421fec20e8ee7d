import { operatorOf } from '@countersign/server/guard/guard';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendExact } from './exact-reply.ts';
import { refuse } from './registry-reply.ts';
import type { FollowedList, ServiceRegistry } from './services/service-registry.ts';

/** The longest that a query may block, in seconds. */
const maxWaitSeconds = 300;

/** A whole number of a query; null = it is none. Absent = 0. */
function wholeOf(value: unknown): number | null {
  if (value === undefined || value === '') return 0;
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/**
 * Answers with a list and its index. With `wait` (seconds) and the index of the last answer it waits for another one first; after the
 * time the list is sent in any case.
 */
export async function sendList<Entry>(
  request: FastifyRequest,
  reply: FastifyReply,
  { registry, list }: { registry: ServiceRegistry; list: FollowedList<Entry> },
): Promise<FastifyReply> {
  const query = request.query as Record<string, unknown>;
  const wait = wholeOf(query['wait']);
  const index = wholeOf(query['index']);
  if (wait === null) return refuse(reply, 400, 'wait must be a whole number of seconds.');
  if (index === null) return refuse(reply, 400, 'index must be a whole number.');
  if (wait > 0) {
    const abort = new AbortController();
    const stop = () => abort.abort();
    reply.raw.once('close', stop);
    const waitMs = Math.min(wait, maxWaitSeconds) * 1_000;
    const limit = { waitMs, signal: abort.signal, operator: operatorOf(request).id };
    const outcome = await registry.untilIndexIsNot(index, list, limit);
    reply.raw.off('close', stop);
    if (outcome === 'too-many') {
      return refuse(reply.header('retry-after', '5'), 429, 'Too many requests wait for a change.');
    }
  }
  return sendExact(reply.header('x-uapregistry-index', String(list.index())), list.entries());
}
