import type { FastifyReply } from 'fastify';

/** Aborted when the client has gone before its answer was complete. Also if it left before this was called. */
export function goneSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const abort = new AbortController();
  const noteEnd = () => {
    if (!raw.writableFinished) abort.abort();
  };
  if (raw.destroyed) noteEnd();
  else raw.once('close', noteEnd);
  return abort.signal;
}
