import { say } from '@countersign/api/statements';
import type { FastifyInstance } from 'fastify';
import type { Journal } from '../journal/journal.ts';
import { StoreUnavailableError } from '../store/faults/store-fault.ts';

const why = { off: say('store.off'), elsewhere: say('store.elsewhere') };
const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A server that only reads refuses every request for something else before it begins, as much of that sends something before it records
 * anything. People can sign in and out.
 */
export function registerReadsOnly(
  app: FastifyInstance,
  { readsOnly }: Pick<Journal, 'readsOnly'>,
): void {
  if (readsOnly === null) return;
  app.addHook('onRequest', async ({ method, routeOptions }) => {
    if (reading.has(method) || /^\/api\/session\b/.test(routeOptions.url ?? '')) return;
    throw new StoreUnavailableError(why[readsOnly]);
  });
}
