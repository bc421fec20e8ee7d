import { type ProblemSlug, problems } from '@countersign/api/problems';
import { say } from '@countersign/api/statements';
import type { Fault } from '@countersign/json/fault';
import { isObject } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { shapeStatement } from '@countersign/json/shape-message';
import { readStatement, type Statement, type WrittenStatement } from '@countersign/json/statement';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDamage } from '../store/faults/damage.ts';
import { CommitInDoubtError, faultOf, StoreUnavailableError } from '../store/faults/store-fault.ts';
import { ProblemError, problemBody, quoted, statementOfProblem } from './problem.ts';
import { aboutRequest } from './request-log.ts';

/**
 * What zod says of a part of a request, in its English and as data. A refinement of our own has its statement in its parameters
 * (`statedIssue`); what zod says by itself is known by its text.
 */
function issueFault(path: string, message: string, params: unknown): Fault {
  const own = isObject(params) ? readStatement(params['statement']) : null;
  const statement = own ?? shapeStatement(message);
  return statement === undefined ? { path, message } : { path, message, statement };
}

/** Members that are not known are named one by one. */
const placesOf = (path: string, unknown: unknown): string[] =>
  Array.isArray(unknown)
    ? unknown.map((name) => `${path === '/' ? '' : path}${pointerOf([String(name)])}`)
    : [path];

/** Responds with a problem instead of a body. */
export function sendProblem(
  reply: FastifyReply,
  slug: ProblemSlug,
  detail: { text: string; statement: Statement | null },
  members: Readonly<Record<string, unknown>> = {},
): FastifyReply {
  // Bypasses the route's own response schema: every error has the same shape everywhere.
  return reply
    .code(problems[slug].status)
    .serializer((body: string) => body)
    .type('application/problem+json')
    .send(JSON.stringify(problemBody(slug, detail, { ...members, ...quotable(slug, reply) })));
}

/** What the server is to blame for is found in its log by the id of the request. */
const quotable = (slug: ProblemSlug, { request }: FastifyReply) =>
  problems[slug].status >= 500 ? { requestId: request.id } : {};

const byCode: Record<string, [ProblemSlug, WrittenStatement]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too-large', say('request.body-too-large')],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported-media-type', say('request.not-json-type')],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid-request', say('request.empty-body')],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid-request', say('request.body-not-json')],
};

/** The first fault of a request, with its place. */
function detailOf(first: Fault | undefined): WrittenStatement {
  if (first === undefined) return say('request.not-valid');
  const { path, message: text, statement } = first;
  const fault = statement === undefined ? quoted(text) : { text, statement };
  // What our own schemas say is a whole sentence; what zod says is about the member of this name.
  return fault.statement.code.startsWith('request.')
    ? fault
    : say('request.fault-at', { path, fault });
}

/** The store retries every second: an earlier request is of no use. */
const retryAfterSeconds = 2;

/** An address rejected before routing. */
export function sendUrlProblem(
  error: { code?: string },
  _request: unknown,
  reply: FastifyReply,
): void {
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') {
    sendProblem(reply, 'uri-too-long', say('request.id-too-long'));
  } else sendProblem(reply, 'invalid-request', say('request.address-unreadable'));
}

/** One table from errors to problems; no stack and no secret is ever sent. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { code?: string; statusCode?: number }, request, reply) => {
    if (error instanceof ProblemError) {
      const { retryAfterMs } = error;
      if (retryAfterMs !== null) reply.header('retry-after', Math.ceil(retryAfterMs / 1_000));
      return sendProblem(reply, error.slug, statementOfProblem(error), error.members);
    }
    if (hasZodFastifySchemaValidationErrors(error)) {
      const errors = error.validation.flatMap(({ instancePath, message = 'not valid', params }) =>
        placesOf(instancePath, params['keys']).map((path) =>
          issueFault(path, message, params['params']),
        ),
      );
      return sendProblem(reply, 'invalid-request', detailOf(errors[0]), { errors });
    }
    const known = byCode[error.code ?? ''];
    if (known !== undefined) return sendProblem(reply, ...known);
    if (error.statusCode === 429)
      return sendProblem(reply, 'rate-limited', say('request.too-many'));
    // A fault in a request; one of the server, such as stored JSON that it cannot parse, has no status.
    if (error.statusCode === 400) {
      return sendProblem(reply, 'invalid-request', say('request.unreadable'));
    }
    if (error instanceof StoreUnavailableError || faultOf(error).kind === 'passing') {
      request.log.warn({ ...aboutRequest(request), err: error }, 'The store could not be used.');
      reply.header('retry-after', retryAfterSeconds);
      const detail =
        error instanceof CommitInDoubtError
          ? say('store.in-doubt')
          : say('store.closed-nothing-changed', {
              reason: error instanceof StoreUnavailableError ? error.reason : error.message,
            });
      return sendProblem(reply, 'not-ready', detail);
    }
    request.log.error({ ...aboutRequest(request), err: error }, 'A request failed.');
    if (isDamage(error)) {
      return sendProblem(reply, 'store-damaged', say('server.store-damaged'));
    }
    return sendProblem(reply, 'internal', say('server.failed', { request: request.id }));
  });
}
