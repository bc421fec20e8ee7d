import { pointerOf } from '@countersign/json/json-pointer';
import type { ZodError } from 'zod';

/** The problems of an agent built with this package (RFC 9457): slug → status, title, whether a retry may help. */
const problems = {
  'invalid-request': [400, 'The request is not valid', false],
  forbidden: [403, 'Not allowed', false],
  'not-found': [404, 'Not found', false],
  'run-unknown': [404, 'The agent does not know this run', false],
  'prompt-unknown': [404, 'The run has no such prompt', false],
  'method-not-allowed': [405, 'Method not allowed', false],
  'control-not-possible': [409, 'Not possible now', false],
  'prompt-answered': [409, 'The prompt has been answered', false],
  'idempotency-conflict': [409, 'The key was used for something else', false],
  'run-ended': [410, 'The run has ended', false],
  'prompt-withdrawn': [410, 'The prompt was withdrawn', false],
  'prompt-ended': [410, 'The prompt has ended without an answer', false],
  'events-gone': [410, 'The first events of the run are no longer kept', false],
  'too-large': [413, 'The request is too large', false],
  'unsupported-media-type': [415, 'Send application/json', false],
  'misdirected-request': [421, 'This host name is not served here', false],
  'invalid-feedback': [422, 'The feedback does not fit the prompt', false],
  internal: [500, 'The agent failed', true],
  'agent-unreachable': [502, 'The agent behind this one cannot be reached', true],
  busy: [503, 'Too many runs', true],
} as const satisfies Record<string, readonly [number, string, boolean]>;

export type ProblemSlug = keyof typeof problems;

/** A `problem+json` response; `more` adds members such as `errors` or `status` of a run. */
export function problemResponse(
  slug: ProblemSlug,
  detail?: string,
  more: Record<string, unknown> = {},
): Response {
  const [status, title, retryable] = problems[slug];
  const body = {
    type: `urn:problem-type:countersign:${slug}`,
    title,
    status,
    ...(detail === undefined ? {} : { detail }),
    retryable,
    ...more,
  };
  return Response.json(body, {
    status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
  });
}

/** The faults of a schema as JSON Pointer and message. */
export function faultsOf(error: ZodError): { path: string; message: string }[] {
  return error.issues.map((issue) => ({
    path: pointerOf(issue.path),
    message: issue.message,
  }));
}
