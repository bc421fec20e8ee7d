import { listIndex } from '@countersign/uap/model/list-index';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from './registry-reply.ts';
import type { ServiceRegistry } from './service-registry.ts';

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
export async function sendList<Entry extends { id: string; index: number }>(
  request: FastifyRequest,
  reply: FastifyReply,
  { registry, list }: { registry: ServiceRegistry; list: () => Entry[] },
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
    await registry.untilIndexIsNot(index, list, { waitMs, signal: abort.signal });
    reply.raw.off('close', stop);
  }
  const entries = list();
  return reply.header('x-uapregistry-index', String(listIndex(entries))).send(entries);
}
