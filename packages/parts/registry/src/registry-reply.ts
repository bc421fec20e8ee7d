import { problems } from '@countersign/api/problems';
import type { Fault } from '@countersign/json/fault';
import { ProblemError } from '@countersign/server/http/problem';
import { aboutRequest } from '@countersign/server/http/request-log';
import {
  CommitInDoubtError,
  faultOf,
  StoreUnavailableError,
} from '@countersign/server/store/faults/store-fault';
import { writeError } from '@countersign/uap/client/registry-error';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An error in the form of the registry's contract. */
export const refuse = (reply: FastifyReply, status: number, message: string): FastifyReply =>
  reply.code(status).type('application/json; charset=utf-8').send(writeError(status, message));

/** What is wrong with a body, in one line. */
export const faultLine = (faults: readonly Fault[]): string =>
  faults
    .slice(0, 10)
    .map(({ path, message }) => `${path === '' ? 'the body' : path} ${message}`)
    .join('; ');

/** Everything that fails in front of the registry, in its form: clients of the contract read no other. */
export function sendRegistryError(
  error: Error & { code?: string; statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof ProblemError) {
    const { retryAfterMs, slug } = error;
    if (retryAfterMs !== null) reply.header('retry-after', Math.ceil(retryAfterMs / 1_000));
    return refuse(reply, problems[slug].status, error.message);
  }
  const { statusCode = 500 } = error;
  if (statusCode < 500) return refuse(reply, statusCode, error.message);
  if (error instanceof StoreUnavailableError || faultOf(error).kind === 'passing') {
    request.log.warn({ ...aboutRequest(request), err: error }, 'The store could not be used.');
    const inDoubt = error instanceof CommitInDoubtError;
    return refuse(reply, 503, inDoubt ? error.message : 'The store cannot be used at the moment.');
  }
  request.log.error({ ...aboutRequest(request), err: error }, 'A request failed.');
  return refuse(reply, 500, `The server failed; its log has the request ${request.id}.`);
}
