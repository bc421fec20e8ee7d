import {
  mediaTypes,
  negotiated,
  represented,
} from '@countersign/signifiers/environment/representation';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Quads = Parameters<typeof represented>[1];

/**
 * Sends a graph in the form that the request accepts, or the record of the contract as JSON. A request that accepts none of them gets
 * the first, as RFC 9110 allows (section 12.5.1).
 */
export function asAccepted<Answer>(
  request: Pick<FastifyRequest, 'headers'>,
  reply: Pick<FastifyReply, 'header' | 'type' | 'serializer'>,
  { quads, record }: { quads: () => Quads; record: Answer },
): Answer {
  const type = negotiated(request.headers.accept) ?? mediaTypes[0];
  reply.header('vary', 'accept');
  if (type !== 'application/json') {
    // In place of the contract's, which writes JSON.
    reply.type(type).serializer(() => represented(type, quads(), record));
  }
  return record;
}
