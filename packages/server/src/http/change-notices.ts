import type { FastifyInstance } from 'fastify';
import type { Hub } from './streams/hub.ts';

const lists =
  /^\/api\/(rules|policy|webhooks|operators|groups|open-sessions|views|programs)(?:\/|$)/;
const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Notifies every stream after a change of a list that no fact contains: `event: changed` with `{what}`. It says that the list should
 * be read again, not what has changed.
 */
export function registerChangeNotices(app: FastifyInstance, { hub }: { hub: Hub }): void {
  app.addHook('onResponse', async (request, reply) => {
    if (reading.has(request.method) || reply.statusCode >= 400) return;
    const what = lists.exec(request.routeOptions.url ?? '')?.[1];
    if (what !== undefined) hub.notify({ event: 'changed', key: what, data: { what } });
  });
}
