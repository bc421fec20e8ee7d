import { say } from '@countersign/api/statements';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import type { HttpSide, Kernel } from '@countersign/server/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Limits the requests to the gateway that are open at once, as streams of browsers are: most of them wait for a task. Counted
 * together with those streams in all, and on their own for each caller.
 */
export function createRequestRoom({
  limits,
  hub,
}: Pick<HttpSide, 'limits'> & { hub: Pick<Kernel['hub'], 'readers'> }): (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void> {
  const open = new Map<string, number>();
  let all = 0;
  return async (request, reply) => {
    if (reply.raw.destroyed) return;
    const { id } = operatorOf(request);
    const own = open.get(id) ?? 0;
    const { streams, streamsPerOperator } = limits;
    if (own >= streamsPerOperator) {
      throw new ProblemError(
        'too-many-streams',
        say('stream.your-tabs', { count: streamsPerOperator }),
      );
    }
    if (all + hub.readers() >= streams) {
      throw new ProblemError('too-many-streams', say('stream.all-open', { count: streams }));
    }
    open.set(id, own + 1);
    all += 1;
    reply.raw.once('close', () => {
      const left = (open.get(id) ?? 1) - 1;
      if (left === 0) open.delete(id);
      else open.set(id, left);
      all -= 1;
    });
  };
}
