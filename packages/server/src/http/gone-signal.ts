import type { FastifyReply } from 'fastify';

/** Aborted when the client disconnects before its response is complete, also if it did so before this was called. */
export function goneSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const abort = new AbortController();
  const noteEnd = () => {
    if (!raw.writableFinished) abort.abort();
  };
  if (raw.destroyed) noteEnd();
  else raw.once('close', noteEnd);
  return abort.signal;
}
