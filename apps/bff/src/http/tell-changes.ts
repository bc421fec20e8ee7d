import type { FastifyInstance } from 'fastify';
import type { Hub } from './hub.ts';

const lists = /^\/api\/(rules|policy|webhooks|operators|views)(?:\/|$)/;
const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Tells every stream that a list which no fact carries was changed, once the change is done: `event: changed` with
 * `{what}`. It says that there is something to read again, not what.
 */
export function registerTellChanges(app: FastifyInstance, { hub }: { hub: Hub }): void {
  app.addHook('onResponse', async (request, reply) => {
    if (reading.has(request.method) || reply.statusCode >= 400) return;
    const what = lists.exec(request.routeOptions.url ?? '')?.[1];
    if (what !== undefined) hub.tell({ event: 'changed', key: what, data: { what } });
  });
}
