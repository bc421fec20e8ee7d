import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../runtime/clock.ts';

/** For how long what a client still sends is read, ms. */
const patienceMs = 5_000;

/**
 * A body that is refused half-way is read to its end, and dropped, before the response that closes its connection: a connection that is
 * closed while its client sends is reset, and most clients then never see the response.
 */
export function registerUnreadBodies(app: FastifyInstance, clock: Clock): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (reply.getHeader('connection') === 'close') await dropped(raw, clock);
  });
}

function dropped(body: IncomingMessage, clock: Clock): Promise<void> {
  if (body.complete || body.readableEnded || body.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = clock.schedule(end, patienceMs);
    function end(): void {
      stop();
      body.off('end', end).off('close', end);
      resolve();
    }
    body.on('end', end).on('close', end).resume();
  });
}
